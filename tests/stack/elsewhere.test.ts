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
  const port = await freeBlock(4)
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
  it('is named before anything is changed: another key, nobody to ask', async () => {
    const wrong = await refused('--supabase-env', envFile({ ANON_KEY: 'not-a-key' }), '--yes')
    expect(wrong.code).toBe(1)
    expect(wrong.output).toContain('Auth refuses the anon key (401)')
    const asked = await refused('--supabase-env', envFile())
    expect(asked.code).toBe(1)
    expect(asked.output).toContain('add --yes to apply them')
    expect(await sql(project, `select to_regclass('public.workspaces') as found`)).toEqual([{ found: null }])
  })
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
