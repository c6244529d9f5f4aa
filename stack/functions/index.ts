// Edge functions in Deno: one process a function, so that a crash or a spin in one leaves the others alone.
import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { logChildLine } from '../child-lines.ts'
import { siteOf } from '../http/client.ts'
import { forward, SOCKETS } from '../http/forward.ts'
import { sendProblem } from '../http/problem.ts'
import { type ReadAhead, readAhead } from '../http/read-ahead.ts'
import type { Service } from '../http/service.ts'
import type { TokenVerifier } from '../jwt.ts'
import type { Log } from '../log.ts'
import { Turns } from '../turns.ts'
import { denoBinary, denoFlags } from './deno.ts'
import { FunctionProcess, type Role } from './function-process.ts'
import { verifiesJwt } from './settings.ts'

export interface FunctionsOptions {
  root: string
  /** Folder with one folder a function; those that begin with an underscore are shared code. */
  dir: string
  /** Text of supabase/config.toml. */
  config: string
  /** What the functions see as their environment; nothing of the supervisor's own is inherited but PATH. */
  env: Record<string, string>
  /** The instance's data folder, hidden from the functions. */
  dataDir: string
  tmpDir: string
  verify: TokenVerifier
  log: Log
  onPid(name: string, pid: number | undefined): void
  /** Wall time for a request until its answer begins. */
  timeoutMs?: number
  hangMs?: number
  idleMs?: number
  /** Those of which a second process stands ready once they are in use, after how long, and what is rehearsed with it by POST. */
  spares?: { names: readonly string[]; afterMs: number; rehearsed?: Record<string, string> }
}

export interface Functions extends Service {
  /** Ends every running function; the next request reads the sources again. */
  restart(): Promise<void>
  /** The names of all there are. */
  names(): string[]
  /** Calls one to see whether it answers; throws why not. One that nobody called for a while is left asleep. */
  probe(name: string): Promise<'ok' | 'starting' | 'asleep'>
}

// Any answer of a function's own will do; none has such a route.
const PROBE = '/.probe/health'
const PROBE_MS = 3_500
// Git hosts do not send again what they were told has failed, and what comes twice is applied once.
const TAKEN_TWICE = /^\/api\/webhooks\/git\//

// A process that is being started (the first call, a restart) answers when it is up.
const START_MS = 3_000

/** Serves `/{name}/…`: the function sees that very path, as on Supabase. */
export function createFunctions(options: FunctionsOptions): Functions {
  const processes = new Map<string, FunctionProcess>()
  // The connections to a function are shared by the clients.
  const turns = new Map<string, Turns>()

  const processOf = (name: string) => {
    const known = processes.get(name)
    if (known) return known
    const created = new FunctionProcess(processOptions(name, options))
    processes.set(name, created)
    return created
  }

  const turnsAt = (name: string) => {
    const known = turns.get(name)
    if (known) return known
    const created = new Turns({ places: SOCKETS, waiting: 400, waitMs: 30_000 })
    turns.set(name, created)
    return created
  }

  const stopAll = async () => {
    await Promise.all([...processes.values()].map((process) => process.stop()))
  }

  return {
    restart: stopAll,
    close: stopAll,
    names: () =>
      existsSync(options.dir) ? readdirSync(options.dir).filter((name) => isFunction(options.dir, name)) : [],
    probe: (name) => probe(name, processOf(name)),
    // Each function is a process of its own, started by its first call.
    check: async () => undefined,
    async handle(req, res, path) {
      const [, name = ''] = /^\/([\w-]+)(?=[/?]|$)/.exec(path) ?? []
      if (!isFunction(options.dir, name)) {
        return sendProblem(res, 404, 'Function not found', 'There is no function with this name.', {
          code: 'NOT_FOUND',
          message: 'Requested function was not found',
        })
      }
      // A preflight carries no token; the function answers it itself.
      const checked = req.method !== 'OPTIONS' && verifiesJwt(options.config, name)
      if (checked && !(await isAllowed(req, options.verify))) {
        return sendProblem(res, 401, 'Unauthorized', 'A valid JWT is required.', missingToken(req))
      }
      const body = await readAhead(req)
      if (res.destroyed || res.writableEnded) return
      const turn = await turnsAt(name)
        .take(clientOfRequest(req))
        .catch(() => undefined)
      if (!turn) return sendProblem(res, 503, 'Busy', 'Too many calls of yours are under way.')
      await run(processOf(name), req, res, { ...options, path, body }).finally(turn)
    },
  }
}

async function probe(name: string, process: FunctionProcess): Promise<'ok' | 'starting' | 'asleep'> {
  if (process.asleep) return 'asleep'
  const running = process.listening
  const call = process.probe(`/${name}${PROBE}`, PROBE_MS)
  const status = await (running ? call : Promise.race([call, delay(START_MS, undefined, { ref: false })]))
  if (status === undefined) {
    call.catch(() => undefined)
    return 'starting'
  }
  if (status >= 500) throw new Error(`the function "${name}" answers ${status}`)
  return 'ok'
}

/** The client, as the gateway wrote it. */
function clientOfRequest({ headers }: IncomingMessage): string {
  return siteOf(String(headers['x-forwarded-for'] ?? ''))
}

function isFunction(dir: string, name: string): boolean {
  return /^[a-z]/i.test(name) && existsSync(join(dir, name, 'index.ts'))
}

const missingToken = (req: IncomingMessage) =>
  req.headers.authorization
    ? { code: 'UNAUTHORIZED_INVALID_JWT_FORMAT', message: 'Invalid JWT' }
    : { code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' }

async function isAllowed(req: IncomingMessage, verify: TokenVerifier): Promise<boolean> {
  const token = req.headers.authorization?.replace(/^Bearer /i, '')
  if (!token) return false
  return verify(token).then(
    () => true,
    () => false,
  )
}

async function run(
  process: FunctionProcess,
  req: IncomingMessage,
  res: ServerResponse,
  { path, body, timeoutMs = 150_000, log }: FunctionsOptions & { path: string; body: ReadAhead },
): Promise<void> {
  let port: number
  try {
    port = await process.acquire()
  } catch (error) {
    log('error', { service: 'functions', message: (error as Error).message })
    return sendProblem(res, 503, 'Function unavailable', 'The function could not be started.', {
      code: 'BOOT_ERROR',
      message: 'Function failed to start (please check logs)',
    })
  }
  try {
    const again = TAKEN_TWICE.test(path) ? () => process.port() : undefined
    await forward(req, res, { to: port, path, body, timeoutMs, onFailure: () => process.check(), again })
  } finally {
    process.release()
  }
}

function processOptions(name: string, options: FunctionsOptions) {
  const { root, dir, env, dataDir, tmpDir, log, onPid, hangMs, idleMs, spares } = options
  const config = [join(dir, name, 'deno.json'), join(dir, 'deno.json')].find((file) => existsSync(file))
  const preload = join(import.meta.dirname, 'runtime.ts')
  return {
    name,
    command: denoBinary(root),
    args: [
      ...denoFlags({ root, dir, config, preload, tmp: tmpDir, denied: dataDir }),
      join(dir, name, 'index.ts'),
    ],
    env: {
      PATH: process.env.PATH ?? '',
      TMPDIR: tmpDir,
      DENO_DIR: join(dataDir, 'cache/deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      ...env,
    },
    log: (level: 'info' | 'error', line: string) => logChildLine(log, `function ${name}`, line, level),
    onPid: (role: Role, pid: number | undefined) =>
      onPid(`function ${name}${role === 'spare' ? ' (spare)' : ''}`, pid),
    ...(spares?.names.includes(name)
      ? { spareMs: spares.afterMs, probePath: `/${name}${PROBE}`, rehearsedPath: spares.rehearsed?.[name] }
      : {}),
    ...(hangMs === undefined ? {} : { hangMs }),
    ...(idleMs === undefined ? {} : { idleMs }),
  }
}
