// `npm start -- --supabase URL` against an empty project: what `supabase start` gives, without Docker.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { freeBlock } from '../../stack/ports.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import {
  fetchHost,
  launch,
  type RunningStack,
  type StackInfo,
  startStack,
  temporaryDir,
} from '../support/stack.ts'

const ROOT = join(import.meta.dirname, '../..')
const running: ChildProcess[] = []
let project: RunningStack

beforeAll(async () => {
  project = await startStack({ command: 'stack', args: ['--bare'] })
})
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null) continue
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  await project.stop()
})

/** The product on the project; what its surfaces are, as tests of the embedded stack know them. */
async function startElsewhere(args: string[]): Promise<{ info: StackInfo; output: string }> {
  const port = await freeBlock(5)
  const dataDir = temporaryDir()
  const command = [
    join(ROOT, 'stack/bin/launch.mjs'),
    'start',
    ...['--data', dataDir, '--port', String(port), '--no-app', ...args],
  ]
  const child = spawn(process.execPath, command, {
    // Nothing of the project may come from a variable of whoever runs the tests.
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Ctrl-C stops it')) resolve()
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
  const waymarkUrl = `http://waymark.localhost:${port}`
  const { anonKey, serviceRoleKey, jwtSecret, dbUrl } = project
  const info = {
    ...{ anonKey, serviceRoleKey, jwtSecret, dbUrl, dataDir, port, waymarkUrl },
    apiUrl: `http://127.0.0.1:${port}`,
    inboxUrl: `http://127.0.0.1:${port + 2}`,
    baseHost: `waymark.localhost:${port}`,
  }
  return { info, output }
}

function envFile(changes: Record<string, string> = {}): string {
  const file = join(temporaryDir(), 'supabase.env')
  const values = {
    API_URL: project.apiUrl,
    ANON_KEY: project.anonKey,
    SERVICE_ROLE_KEY: project.serviceRoleKey,
    DB_URL: project.dbUrl,
    JWT_SECRET: project.jwtSecret,
    ...changes,
  }
  writeFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  )
  return file
}

const refused = (...args: string[]) =>
  launch(['start', '--data', temporaryDir(), '--port', '0', '--no-app', ...args])

describe('a project that cannot be used', () => {
  // Each cause ends with its sentence, and with nothing behind it that only follows from it.
  it.each([
    ['an anon key of nobody', () => ({ ANON_KEY: 'not-a-key' }), 'Auth refuses the anon key (401)'],
    [
      "the service role's key in its place",
      () => ({ ANON_KEY: project.serviceRoleKey }),
      "The anon key is the service role's: every browser would get it.",
    ],
    [
      "the anon key as the service role's",
      () => ({ SERVICE_ROLE_KEY: project.anonKey }),
      "Auth refuses the service role's key (403)",
    ],
    ['another secret', () => ({ JWT_SECRET: 'x'.repeat(40) }), 'The shared secret is not the one'],
    [
      'no address of its own',
      () => ({ API_URL: 'http://127.0.0.1:1' }),
      'http://127.0.0.1:1 does not answer.',
    ],
    [
      'a database that is not there',
      () => ({ DB_URL: 'postgresql://postgres@127.0.0.1:1/postgres' }),
      'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    ],
    [
      'a database without a project in it',
      () => ({ DB_URL: project.dbUrl.replace(/postgres$/, 'template1') }),
      'The database is not one of a Supabase project',
    ],
  ])('is told: %s', async (_name, changes, sentence) => {
    const { code, output } = await refused('--supabase-env', envFile(changes()), '--yes')
    const said = output.trim().split('\n')
    expect([code, said.at(-1)]).toEqual([1, expect.stringContaining(sentence)])
    expect(
      said.filter((line) => /refuses|every browser|does not answer|cannot be reached|is not/.test(line)),
    ).toHaveLength(1)
  })

  it('is left alone when the question is answered with anything but yes', async () => {
    const start = ['start', '--data', temporaryDir(), '--port', '0', '--no-app', '--supabase-env', envFile()]
    const command = [process.execPath, join(ROOT, 'stack/bin/launch.mjs'), ...start].join(' ')
    // A terminal of its own, so that somebody can be asked.
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] })
    running.push(terminal)
    let output = ''
    let isAsked = false
    terminal.stdout.on('data', (chunk) => {
      output += chunk
      if (isAsked || !output.includes('Type "yes": ')) return
      isAsked = true
      terminal.stdin.write('no\n')
    })
    const [code] = await once(terminal, 'exit')
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was applied.')])
    expect(output).toMatch(/Apply \d+ migrations \(\d+_baseline\.sql.*\) to the database at 127/)
    expect(await sql(project, `select to_regclass('public.workspaces') as found`)).toEqual([{ found: null }])
  })

  it('is not changed where nobody can be asked', async () => {
    const asked = await refused('--supabase-env', envFile())
    expect(asked.code).toBe(1)
    expect(asked.output).toContain('add --yes to apply them')
    expect(await sql(project, `select to_regclass('public.workspaces') as found`)).toEqual([{ found: null }])
  })
})

describe('an empty project', () => {
  it('gets the pending migrations with --yes; status says what runs where', async () => {
    const own = await startStack({ command: 'stack', args: ['--bare'] })
    try {
      const file = envFile({
        API_URL: own.apiUrl,
        ANON_KEY: own.anonKey,
        SERVICE_ROLE_KEY: own.serviceRoleKey,
        DB_URL: own.dbUrl,
        JWT_SECRET: own.jwtSecret,
      })
      const { info, output } = await startElsewhere(['--supabase-env', file, '--yes'])
      expect(output).toMatch(/Migrations, \d+ applied/)
      expect(await sql(own, 'select slug from public.workspaces')).toEqual([])

      const env = (await launch(['status', '--data', info.dataDir, '-o', 'env'])).output
      expect(env).toContain(`API_URL="${info.apiUrl}"`)
      expect(env).toContain(`DB_URL="${own.dbUrl}"`)
      for (const key of [own.anonKey, own.serviceRoleKey, own.jwtSecret]) expect(env).toContain(`"${key}"`)
      const text = (await launch(['status', '--data', info.dataDir])).output
      expect(text).toMatch(new RegExp(`supabase +elsewhere +${own.apiUrl}`))
      expect(text).toMatch(new RegExp(`postgres +elsewhere +${new URL(own.dbUrl).host}\n`))
      expect(text).toMatch(/inbox +ok /)
      expect(text).not.toContain(new URL(own.dbUrl).password)
    } finally {
      await own.stop()
    }
  }, 240_000)
})

describe('a project that the real CLI pushed to', () => {
  it('serves the product: sign-up, sign-in, lists, Realtime, mail', async () => {
    const cli = join(ROOT, 'node_modules/.bin/supabase')
    const push = ['db', 'push', '--yes', '--db-url', `${project.dbUrl}?sslmode=disable`]
    const pushed = spawnSync(cli, push, { cwd: ROOT, encoding: 'utf8' })
    expect(pushed.stdout + pushed.stderr).toContain('Finished supabase db push')

    const { info, output } = await startElsewhere(['--supabase-env', envFile()])
    expect(output).not.toContain('Migrations')
    expect(output).toContain('Sign-ups by the public API are on')
    expect(output).toContain('look yourself: IP address forwarding')

    const { id, slug, owner } = await aWorkspace(info)
    const again = await call(info, '/auth/login', {
      json: { username_or_email: owner.email, password: knownPassword },
    })
    expect(again.status).toBe(200)
    const { token } = again.json<{ token: string }>()
    const headers = { apikey: info.anonKey, authorization: `Bearer ${token}` }
    const rows = await fetchHost(info, slug, '/rest/v1/workspaces?select=slug', { headers })
    expect(rows.json()).toEqual([{ slug }])
    const tree = await fetchHost(info, slug, '/graphql/v1', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ workspacesCollection { edges { node { slug } } } }' }),
    })
    expect(tree.json()).toEqual({ data: { workspacesCollection: { edges: [{ node: { slug } }] } } })

    const socket = new WebSocket(
      `ws://127.0.0.1:${info.port}/realtime/v1/websocket?apikey=${info.anonKey}&vsn=2.0.0`,
    )
    await once(socket, 'open')
    const payload = { config: { private: true }, access_token: token }
    const { rows: raw } = {
      rows: await sql<{ id: string }>(info, 'select id from public.workspaces where slug = $1', [slug]),
    }
    socket.send(JSON.stringify(['1', '1', `realtime:workspace:${raw[0]?.id}`, 'phx_join', payload]))
    const [reply] = await once(socket, 'message')
    expect(JSON.parse(String(reply))).toMatchObject([
      '1',
      '1',
      expect.anything(),
      'phx_reply',
      { status: 'ok' },
    ])
    socket.terminate()

    const form = {
      file: { name: 'a.yaml', content: 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n' },
    }
    const made = await call(info, `/workspaces/${id}/projects`, {
      token,
      form: { ...form, name: 'Elsewhere', visibility: 'internal', flavor: 'design' },
    })
    expect(made.status).toBe(201)
    const { job_id: job } = made.json<{ job_id: string }>()
    // Storage there, the worker here.
    await expect
      .poll(() => sql(info, 'select status from public.task_logs where job_id = $1', [job]), {
        timeout: 120_000,
      })
      .toEqual([{ status: 'success' }])
    expect((await fetchHost(info, '', '/health')).json()).toMatchObject({
      status: 'ok',
      services: { rest: 'ok', auth: 'ok', worker: 'ok' },
    })
  }, 240_000)
})
