// A whole instance for tests: started by the very command people type, spoken to by URL and keys only.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { inject } from 'vitest'
import type { Run } from '../../stack/supervisor/folder/run-file.ts'
import { copyFirstFolder } from './first-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What `status -o env` says, and where the instance is; plain data, so that vitest can pass it on. */
export interface StackInfo {
  dataDir: string
  port: number
  apiUrl: string
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  dbUrl: string
  inboxUrl: string
  /** Base host with port, e.g. waymark.localhost:20001 */
  baseHost: string
  waymarkUrl: string
}

export interface RunningStack extends StackInfo {
  /** The launcher, which starts the supervisor again when it dies. */
  pid: number
  /** The supervisor and its children as they are now. */
  run(): Run
  /** Everything the start printed so far. */
  output(): string
  /** Ends it with a signal and resolves with its exit code; the data folder stays. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** `stack` leaves out app, worker and demo. */
  command?: 'start' | 'stack'
  /** Folder of the clone; default is this one. */
  root?: string
  dataDir?: string
  port?: number
  args?: readonly string[]
  env?: Record<string, string>
  /** Run it as this user instead of the current one (root only). */
  user?: { uid: number; gid: number }
  /** Whether it is a first start, with keys that nobody else has. */
  isFirst?: boolean
}

/**
 * Starts an instance of its own; the caller stops it. Rejects with what was printed when it does not start. Unless it says
 * where its data are, it goes on from a folder that was started before.
 */
export async function startStack(o: StartOptions = {}): Promise<RunningStack> {
  if (o.isFirst || o.dataDir || o.root || o.user || o.command === 'stack') return startAt(o)
  const dataDir = temporaryDir()
  await copyFirstFolder(dataDir, async (dir) => {
    const first = await startAt({ dataDir: dir, args: ['--no-app', '--no-demo'] })
    if ((await first.end()) !== 0) throw new Error(first.output())
  })
  return startAt({ ...o, dataDir })
}

async function startAt(o: StartOptions): Promise<RunningStack> {
  const {
    root = ROOT,
    command: verb = 'start',
    dataDir = temporaryDir(),
    port = 0,
    args = ['--no-app', '--no-demo'],
  } = o
  const launch = join(root, 'stack/bin/launch.mjs')
  const command = [launch, verb, '--data', dataDir, '--port', String(port), ...args]
  const child = spawn(process.execPath, command, {
    ...o.user,
    env: { ...process.env, ...o.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  // The demo is made behind the start, and some tests are about what is in it.
  const awaited = verb === 'start' && !args.includes('--no-demo') ? /^ *Demo {3}http/m : /^/
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      printed += chunk
      if (printed.includes('Ctrl-C stops it') && awaited.test(printed)) resolve()
      if (printed.includes('The demo workspace could not be made')) reject(new Error(printed))
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The stack ended with code ${code}:\n${printed}`)))
  })
  const info = await readStack(dataDir, root)
  return {
    ...info,
    pid: child.pid ?? 0,
    run: () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run,
    output: () => printed,
    end: (signal = 'SIGTERM') => end(child, signal),
    async stop() {
      await end(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts an instance for a whole vitest run; where `WAYMARK_TEST_STACK` names the data folder of one that runs already
 * (with upstream's servers behind its gateway, say), it is that one, which stays.
 */
export async function startOrJoin(o: StartOptions = {}): Promise<StackInfo & Pick<RunningStack, 'stop'>> {
  const running = process.env.WAYMARK_TEST_STACK
  if (running) return { ...(await readStack(running, ROOT)), stop: async () => undefined }
  const { pid: _pid, run: _run, output: _output, end: _end, ...stack } = await startStack(o)
  return stack
}

/** The instance that all test files of a vitest run share (globalSetup: tests/support/stack.setup.ts). */
export function sharedStack(): StackInfo {
  return inject('stack')
}

/** Runs `launch.mjs` with a command that ends by itself. */
export async function launch(args: string[], root = ROOT): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'stack/bin/launch.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

const temporary: string[] = []
process.on('exit', () => {
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true })
})

/** An empty folder that the database's user can reach, outside the clone; gone when this process ends. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-test-'))
  chmodSync(dir, 0o755)
  temporary.push(dir)
  return dir
}

export interface HostResponse {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  json<T = unknown>(): T
}

export interface HostRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address to call from, of 127.0.0.0/8: who is counted apart from the other tests. */
  from?: string
}

/**
 * A request to a host below waymark.localhost, which only browsers resolve: it connects to 127.0.0.1 and
 * says the host in the header. `host` is a slug or '' for the base host, or a whole host with a dot.
 */
export function fetchHost(
  stack: StackInfo,
  host: string,
  path: string,
  init: HostRequest = {},
): Promise<HostResponse> {
  const name = host === '' ? stack.baseHost : host.includes('.') ? host : `${host}.${stack.baseHost}`
  const { method = 'GET', headers = {}, body, from } = init
  return new Promise((resolve, reject) => {
    const req = request({
      host: '127.0.0.1',
      port: stack.port,
      method,
      path,
      headers: { host: name, ...headers },
      ...(from ? { localAddress: from } : {}),
    })
    req.once('error', reject)
    req.once('response', async (res) => {
      const chunks: Buffer[] = []
      res.on('error', reject)
      for await (const chunk of res) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const text = bytes.toString()
      resolve({
        status: res.statusCode ?? 0,
        headers: res.headers,
        bytes,
        text,
        json: () => JSON.parse(text),
      })
    })
    req.end(body)
  })
}

async function readStack(dataDir: string, root: string): Promise<StackInfo> {
  const { code, output } = await launch(['status', '--data', dataDir, '-o', 'env'], root)
  if (code !== 0) throw new Error(output)
  const env = parseEnv(output) as Record<string, string>
  const value = (name: string) => env[name] ?? ''
  return {
    dataDir,
    port: Number(new URL(value('API_URL')).port),
    apiUrl: value('API_URL'),
    anonKey: value('ANON_KEY'),
    serviceRoleKey: value('SERVICE_ROLE_KEY'),
    jwtSecret: value('JWT_SECRET'),
    dbUrl: value('DB_URL'),
    inboxUrl: value('INBUCKET_URL'),
    baseHost: new URL(value('WAYMARK_URL')).host,
    waymarkUrl: value('WAYMARK_URL'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}
