import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFunctions, type Functions } from '../../stack/functions/index.ts'
import { temporaryDir } from '../support/stack.ts'

// Functions as anybody could write them, in a folder of their own, behind a bare server.
const root = join(import.meta.dirname, '../..')
const dir = temporaryDir()
const dataDir = temporaryDir()
const NAMES = ['api', 'echo', 'spy', 'count', 'broken', 'mended', 'crash', 'spin', 'version', 'well', 'stuck']
const pids = new Map<string, number | undefined>()
const heard: string[] = []
let server: Server
let functions: Functions
let origin: string

function define(name: string, source: string): void {
  mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(join(dir, name, 'index.ts'), source)
}

beforeAll(async () => {
  writeFileSync(join(dataDir, 'secrets.json'), 'secret')
  process.env.SUPERVISOR_ONLY = 'secret'
  functions = createFunctions({
    root,
    dir,
    dataDir,
    tmpDir: temporaryDir(),
    env: { GREETING: 'hello' },
    verify: async (token) => {
      if (token !== 'good') throw new Error('bad token')
      return { role: 'anon', claims: {} }
    },
    log: (_level, { message }) => heard.push(String(message)),
    onPid: (name, pid) => pids.set(name, pid),
    timeoutMs: 20_000,
    // A machine that is busy is late by tenths of a second.
    hangMs: 2_000,
    config: NAMES.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('\n'),
  })
  server = createServer((req, res) => void functions.handle(req, res, req.url ?? '/'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await functions.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(dir, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

const arrivals = (of: string) => heard.filter((message) => message.includes(`arrived ${of}`)).length

describe('a function', () => {
  it('starts on its first request and sees its own name in the path, as on Supabase', async () => {
    define(
      'echo',
      `Deno.serve((request) => new Response(new URL(request.url).pathname + Deno.env.get('GREETING')))`,
    )
    expect(await (await fetch(`${origin}/echo/a/b`)).text()).toBe('/echo/a/bhello')
    expect(pids.get('function echo')).toBeGreaterThan(0)
  })

  it('sees nothing of the supervisor: neither its environment nor its data folder', async () => {
    define(
      'spy',
      `Deno.serve(async () => Response.json({
        env: Deno.env.get('SUPERVISOR_ONLY') ?? null,
        file: await Deno.readTextFile(${JSON.stringify(join(dataDir, 'secrets.json'))}).catch((e) => e.name),
        write: await Deno.writeTextFile(${JSON.stringify(join(root, 'x'))}, 'x').catch((e) => e.name),
      }))`,
    )
    const seen = await (await fetch(`${origin}/spy`)).json()
    expect(seen).toEqual({ env: null, file: 'NotCapable', write: 'NotCapable' })
  })

  it('takes 50 MB and answers as a stream while it still reads', async () => {
    define(
      'count',
      `Deno.serve((request) => {
        let total = 0
        const counting = new TransformStream({
          start: (c) => c.enqueue(new TextEncoder().encode('begin ')),
          transform: (chunk) => { total += chunk.length },
          flush: (c) => c.enqueue(new TextEncoder().encode(String(total))),
        })
        return new Response(request.body.pipeThrough(counting))
      })`,
    )
    const upload = request(`${origin}/count`, { method: 'POST' })
    upload.write('x')
    const answer = await new Promise<AsyncIterable<Buffer>>((resolve) => upload.once('response', resolve))
    const parts = answer[Symbol.asyncIterator]()
    expect(String((await parts.next()).value)).toBe('begin ')
    upload.end(Buffer.alloc(50 * 1024 * 1024 - 1))
    expect(String((await parts.next()).value)).toBe(String(50 * 1024 * 1024))
  })

  it('that throws answers 500 and tells nothing of why', async () => {
    define('broken', `Deno.serve(() => { throw new Error('inner secret') })`)
    const answer = await fetch(`${origin}/broken`)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('inner secret')
  })

  it('that does not compile answers 503, and works once it is mended', async () => {
    define('mended', 'Deno.serve((')
    const broken = await fetch(`${origin}/mended`)
    expect([broken.status, broken.headers.get('sb-error-code')]).toEqual([503, 'BOOT_ERROR'])
    expect(broken.headers.get('retry-after')).toBe('2')
    expect(await broken.json()).toMatchObject({ type: 'SERVICE_UNAVAILABLE' })
    define('mended', `Deno.serve(() => new Response('well'))`)
    expect(await (await fetch(`${origin}/mended`)).text()).toBe('well')
  })

  it('that crashes leaves the others alone and is back at the next request', async () => {
    define('crash', `Deno.serve((r) => r.url.endsWith('?now') ? Deno.exit(3) : new Response('up'))`)
    const other = pids.get('function echo')
    const answer = await fetch(`${origin}/crash?now`)
    expect([answer.status, answer.headers.get('sb-error-code')]).toEqual([502, 'EDGE_FUNCTION_ERROR'])
    expect(await (await fetch(`${origin}/crash`)).text()).toBe('up')
    expect(pids.get('function echo')).toBe(other)
  })

  it('that is killed while it takes a webhook of a Git host gets it again, and nothing else', async () => {
    define(
      'api',
      `Deno.serve(async (request) => {
        const body = await request.text()
        console.log('arrived ' + body)
        await new Promise((resolve) => setTimeout(resolve, 400))
        return new Response('took ' + body, { status: 202 })
      })`,
    )
    const outcomes: (string | number)[] = []
    for (const path of ['webhooks/git/1/2', 'projects']) {
      const sent = fetch(`${origin}/api/${path}`, { method: 'POST', body: path })
      await vi.waitFor(() => expect(arrivals(path)).toBe(1), { timeout: 30_000, interval: 10 })
      process.kill(pids.get('function api') ?? 0, 'SIGKILL')
      const answer = await sent
      outcomes.push(answer.status, answer.status === 202 ? await answer.text() : '', arrivals(path))
    }
    expect(outcomes).toEqual([202, 'took webhooks/git/1/2', 2, 502, '', 1])
  })

  it('that spins is killed, others answer meanwhile, and it is back at the next request', async () => {
    define('spin', `Deno.serve((r) => { while (r.url.endsWith('?now')); return new Response('calm') })`)
    const spinning = fetch(`${origin}/spin?now`)
    expect(await (await fetch(`${origin}/echo`)).text()).toContain('hello')
    expect((await spinning).status).toBe(502)
    expect(await (await fetch(`${origin}/spin`)).text()).toBe('calm')
  })

  it('reads its sources again after a restart', async () => {
    define('version', `Deno.serve(() => new Response('1'))`)
    expect(await (await fetch(`${origin}/version`)).text()).toBe('1')
    define('version', `Deno.serve(() => new Response('2'))`)
    await functions.restart()
    expect(await (await fetch(`${origin}/version`)).text()).toBe('2')
  })
})

describe('a function of which another process stands ready', () => {
  const told = new Map<string, number | undefined>()
  let ready: Functions
  let second: Server
  let address: string

  beforeAll(async () => {
    define(
      'twice',
      `let asked = 0, sent = 0
      Deno.serve((r) => {
        if (r.method === 'POST' && r.url.endsWith('/twice/sent')) sent++
        return new Response(Deno.pid + ' ' + asked++ + ' ' + sent)
      })`,
    )
    ready = createFunctions({
      ...{ root, dir, dataDir, tmpDir: temporaryDir(), env: {} },
      config: '[functions.twice]\nverify_jwt = false\n',
      spares: { names: ['twice'], afterMs: 1, rehearsed: { twice: '/twice/sent' } },
      verify: () => Promise.reject(new Error('nobody')),
      log: () => undefined,
      onPid: (name, pid) => told.set(name, pid),
    })
    second = createServer((req, res) => void ready.handle(req, res, req.url ?? '/'))
    await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(second.address() as AddressInfo).port}/twice`
  })

  afterAll(async () => {
    await ready.close()
    second.closeAllConnections()
    await new Promise((resolve) => second.close(resolve))
  })

  /** Which process answers, and how often it was asked before. */
  const answer = async () => (await (await fetch(address)).text()).split(' ').map(Number)
  const ask = async () => (await answer())[0] ?? Number.NaN
  const spare = () => told.get('function twice (spare)')

  it('goes on with that one when it is killed, and gets another', async () => {
    const first = await ask()
    await expect.poll(spare).toBeGreaterThan(0)
    const next = spare()
    process.kill(first, 'SIGKILL')
    let asked: number | undefined
    let sent: number | undefined
    const took = async () => {
      const [pid, before, rehearsed] = await answer()
      if (pid === next) asked ??= before
      if (pid === next) sent ??= rehearsed
      return pid
    }
    await expect.poll(() => took().catch(() => first)).toBe(next)
    // Whoever comes first does not wait for what is done once.
    expect(asked).toBeGreaterThan(0)
    expect(sent).toBeGreaterThan(0)
    expect(told.get('function twice')).toBe(next)
    await expect.poll(async () => (await ask()) === next && spare() !== next && spare()).toBeGreaterThan(0)
  })

  it('does without where that one is gone too', async () => {
    const first = await ask()
    await expect.poll(spare).toBeGreaterThan(0)
    for (const pid of [spare(), first]) if (pid) process.kill(pid, 'SIGKILL')
    await expect.poll(async () => [first, Number.NaN].includes(await ask())).toBe(false)
  })

  it('leaves neither behind when it is told to stop', async () => {
    const first = await ask()
    await expect.poll(spare).toBeGreaterThan(0)
    const pids = [first, Number(spare())]
    await ready.restart()
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

describe('a look at a function', () => {
  it('starts it, and says when it answers badly, does not start, or is gone and back', async () => {
    define(
      'well',
      `Deno.serve((r) => r.url.includes('probe') ? new Response('', { status: 404 }) : Deno.exit(3))`,
    )
    define('ill', `Deno.serve(() => { throw new Error('inner secret') })`)
    define('typo', 'Deno.serve((')
    const look = async (name: string) => {
      await expect.poll(() => functions.probe(name).catch((e: Error) => e.message)).not.toBe('starting')
      return functions.probe(name).catch((e: Error) => e.message)
    }
    expect(await look('well')).toBe('ok')
    expect(await look('ill')).toBe('the function "ill" answers 500')
    expect(await look('typo')).toMatch(/^The function "typo" did not start/)
    await fetch(`${origin}/well`)
    expect(await look('well')).toBe('ok')
  })

  it('sees one that is blocked', async () => {
    define('stuck', `Deno.serve((r) => { while (r.url.endsWith('?now')); return new Response('calm') })`)
    await fetch(`${origin}/stuck`)
    const stuck = fetch(`${origin}/stuck?now`)
    await expect.poll(() => functions.probe('stuck').catch((e: Error) => e.name)).not.toBe('ok')
    expect((await stuck).status).toBe(502)
  })

  it('keeps nobody awake, and wakes nobody', async () => {
    define('sleeper', `Deno.serve(() => new Response('up'))`)
    const drowsy = createFunctions({
      ...{ root, dir, dataDir, tmpDir: temporaryDir(), env: {}, config: '', idleMs: 50 },
      verify: () => Promise.reject(new Error('nobody')),
      log: () => undefined,
      onPid: () => undefined,
    })
    expect(drowsy.names()).toContain('sleeper')
    await expect.poll(() => drowsy.probe('sleeper'), { interval: 5 }).toBe('asleep')
    expect(await drowsy.probe('sleeper')).toBe('asleep')
    await drowsy.close()
  })
})

describe('the functions gateway', () => {
  it('says not found for what is no function, shared code included', async () => {
    define('_shared', `Deno.serve(() => new Response('no'))`)
    for (const path of ['/nothing', '/_shared', '/..%2f', '/']) {
      const answer = await fetch(`${origin}${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('asks for a valid token where config.toml does not waive it', async () => {
    define('closed', `Deno.serve(() => new Response('in'))`)
    const call = (headers: Record<string, string>) => fetch(`${origin}/closed`, { headers })
    const none = await call({})
    expect([none.status, none.headers.get('sb-error-code')]).toEqual([401, 'UNAUTHORIZED_NO_AUTH_HEADER'])
    expect(await none.json()).toMatchObject({ message: 'Missing authorization header' })
    expect((await call({ authorization: 'Bearer bad' })).status).toBe(401)
    expect((await fetch(`${origin}/closed`, { method: 'OPTIONS' })).status).toBe(200)
    expect((await call({ authorization: 'Bearer good' })).status).toBe(200)
  })

  it('waives it for the functions of this product, which verify by themselves', () => {
    const config = readFileSync(join(root, 'supabase/config.toml'), 'utf8')
    expect(config).toMatch(/\[functions\.login\]\nverify_jwt = false/)
    expect(config).toMatch(/\[functions\.api\]\nverify_jwt = false/)
  })
})
