import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { freeBlock } from '../../stack/ports.ts'
import { connect } from '../../stack/postgres/connect.ts'
import { alive, gone } from '../../stack/postgres/orphan.ts'
import type { Run } from '../../stack/supervisor/folder/run-file.ts'
import { killHard, processesNaming } from '../support/processes.ts'
import { fetchHost, launch, type RunningStack, startStack, temporaryDir } from '../support/stack.ts'

const running: RunningStack[] = []
const ROOT = join(import.meta.dirname, '../..')
const QUICK = ['--no-app', '--no-demo']

async function start(options: Parameters<typeof startStack>[0] = {}): Promise<RunningStack> {
  const stack = await startStack(options)
  running.push(stack)
  return stack
}

/** The ids of the processes that the instance's supervisor started. */
function childrenOf(stack: RunningStack): number[] {
  return Object.values(stack.run().children).map(({ pid }) => pid)
}

async function query(stack: RunningStack, sql: string) {
  const client = await connect(stack.dbUrl)
  return client.query(sql).finally(() => client.end())
}

afterEach(async () => {
  for (const stack of running.splice(0)) await stack.stop()
})

describe('npm start', () => {
  it('says where everything is, and all of it answers', async () => {
    const stack = await start({ isFirst: true })
    expect(stack.output()).toContain(stack.apiUrl)
    expect(stack.output()).toMatch(/Inbox +http:\/\/localhost:\d+/)
    expect(stack.output()).toContain(`npm run status -- --data ${stack.dataDir} -o env`)
    expect((await fetchHost(stack, '', '/health')).json()).toMatchObject({ status: 'ok' })
    expect((await fetch(stack.inboxUrl)).status).toBe(200)
  })

  it('keeps its secrets to itself: files closed to others, nothing of them printed or logged', async () => {
    const stack = await start()
    await fetchHost(stack, '', `/rest/v1/?apikey=${stack.serviceRoleKey}`)
    await fetchHost(stack, '', '/api/v1/openapi.json')
    for (const file of ['secrets.json', 'keys.json', 'run.json', 'waymark.log']) {
      expect(statSync(join(stack.dataDir, file)).mode & 0o077).toBe(0)
    }
    const log = readFileSync(join(stack.dataDir, 'waymark.log'), 'utf8')
    expect(log).toContain('/rest/v1/')
    for (const secret of [stack.jwtSecret, stack.serviceRoleKey, new URL(stack.dbUrl).password]) {
      expect(stack.output()).not.toContain(secret)
      expect(log).not.toContain(secret)
    }
  })

  it('does not start a second time on the same folder, and says why', async () => {
    const stack = await start()
    const { code, output } = await launch(['start', '--data', stack.dataDir, '--port', '0', ...QUICK])
    expect(code).toBe(1)
    expect(output).toMatch(/^Waymark already runs on .* \(process \d+, http:/)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect((await fetchHost(stack, '', '/health')).status).toBe(200)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends every process in good order on %s', async (signal) => {
    const stack = await start()
    await fetchHost(stack, '', '/api/v1/openapi.json')
    expect(childrenOf(stack).length).toBeGreaterThanOrEqual(2)
    const socket = new WebSocket(
      `ws://127.0.0.1:${stack.port}/realtime/v1/websocket?apikey=${stack.anonKey}&vsn=2.0.0`,
    )
    await once(socket, 'open')
    const farewell = once(socket, 'close')
    // One that takes longer than its last moment ends with 1.
    expect(await stack.end(signal)).toBe(0)
    expect(processesNaming(stack.dataDir)).toEqual([])
    expect((await farewell)[0]).toBe(1001)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends as well when npm, which it was typed to, gets a %s',
    async (signal) => {
      const dataDir = temporaryDir()
      const npm = spawn(
        'npm',
        ['--prefix', ROOT, 'start', '--', '--data', dataDir, '--port', '0', ...QUICK],
        {
          cwd: dataDir,
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      let printed = ''
      for await (const chunk of npm.stdout) {
        printed += chunk
        if (printed.includes('Ctrl-C stops it')) break
      }
      const { supervisor, children }: Run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'))
      npm.kill(signal)
      expect(await gone(supervisor.pid, 20_000)).toBe(true)
      expect(Object.values(children).filter(({ pid }) => alive(pid))).toEqual([])
      rmSync(dataDir, { recursive: true })
    },
  )

  it('begins again with the data of before, and does nothing of the first time again', async () => {
    // How much was ever written to the database: the first start makes all of it.
    const written = async (stack: RunningStack) =>
      Number((await query(stack, `select pg_current_wal_lsn() - '0/0' as bytes`)).rows[0].bytes)
    const first = await start({ isFirst: true })
    const installed = await written(first)
    await query(first, 'create table public.survivor as select 42 as answer')
    await first.end()
    const second = await start({ dataDir: first.dataDir })
    expect((await written(second)) - installed).toBeLessThan(installed / 20)
    expect((await query(second, 'select answer from public.survivor')).rows).toEqual([{ answer: 42 }])
    expect(second.anonKey).toBe(first.anonKey)
  })

  it('recovers after a kill -9 of all that could have ended it in order', async () => {
    const killed = await start()
    await query(killed, 'create table public.survivor as select 42 as answer')
    const orphans = childrenOf(killed)
    const { supervisor } = killed.run()
    await killed.end('SIGKILL')
    killHard(supervisor.pid)
    const next = await start({ dataDir: killed.dataDir })
    expect(next.output()).toContain('The last run did not end well')
    expect((await query(next, 'select answer from public.survivor')).rows).toEqual([{ answer: 42 }])
    expect(orphans.filter(alive)).toEqual([])
  })

  it('deletes the data only when asked to and told yes', async () => {
    const stack = await start()
    await query(stack, 'create table public.gone (id int)')
    await stack.end()
    const { dataDir } = stack
    const refused = await launch(['start', '--data', dataDir, '--port', '0', ...QUICK, '--fresh'])
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--yes') })
    expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toContain(stack.anonKey)
    const fresh = await start({ dataDir, args: [...QUICK, '--fresh', '--yes'] })
    expect(fresh.anonKey).not.toBe(stack.anonKey)
    await expect(query(fresh, 'select from public.gone')).rejects.toThrow('does not exist')
  }, 240_000)

  it('deletes no folder that is not its own', async () => {
    const foreign = temporaryDir()
    writeFileSync(join(foreign, 'thesis.txt'), 'years of work')
    const { code, output } = await launch(['start', '--data', foreign, '--fresh', '--yes', '--port', '0'])
    expect(code).toBe(1)
    expect(output).toContain('something else')
    expect(readFileSync(join(foreign, 'thesis.txt'), 'utf8')).toBe('years of work')
    rmSync(foreign, { recursive: true })
  })

  it('says which port is in use', async () => {
    const port = await freeBlock(5)
    const server = createServer()
    await once(server.listen(port + 1, '127.0.0.1'), 'listening')
    const { code, output } = await launch([
      'start',
      '--data',
      temporaryDir(),
      '--port',
      String(port),
      ...QUICK,
    ])
    server.close()
    expect(code).toBe(1)
    expect(output.trim()).toMatch(new RegExp(`^Port ${port + 1} \\(postgres\\) is in use: .*--port`))
  })

  it('ends with what it had started when a later part cannot start', async () => {
    const folder = temporaryDir()
    // Where the settings of the functions are looked for.
    mkdirSync(join(folder, 'config.toml'))
    const { code, output } = await launch([
      ...['stack', '--bare', '--data', temporaryDir(), '--port', '0'],
      ...['--functions', join(folder, 'functions')],
    ])
    expect(code).toBe(1)
    expect(output).toContain('EISDIR')
  })

  it('says what is wrong with an option', async () => {
    expect(await launch(['start', '--port', 'x'])).toMatchObject({ code: 1 })
    const { code, output } = await launch(['start', '--prot', '3000'])
    expect(code).toBe(1)
    expect(output).toContain("Unknown option '--prot'")
  })

  it('says what is wrong in the environment', async () => {
    const start = startStack({ env: { WAYMARK_MODE: 'many' } })
    await expect(start).rejects.toThrow('WAYMARK_MODE is one of multi_tenant, single_tenant, not "many".')
  })
})

describe('npm run status', () => {
  it('says that nothing runs', async () => {
    const { code, output } = await launch(['status', '--data', temporaryDir()])
    expect(code).toBe(1)
    expect(output).toMatch(/^Waymark is not running on /)
  })
})
