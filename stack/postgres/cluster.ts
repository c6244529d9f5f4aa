// One Postgres server: created when its folder is empty, started, stopped. Knows nothing of what is in it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { endOrphan } from './orphan.ts'
import { give, type OsUser } from './os-user.ts'

export interface ClusterOptions {
  dir: string
  port: number
  binaries: Binaries
  user: OsUser | undefined
  /** Password of the superuser supabase_admin; only read when the cluster is created. */
  adminPassword: string
  /** False for throwaway clusters: no fsync, no full page writes. */
  durable: boolean
}

export interface Cluster {
  pid: number
  port: number
  /** The folder of its Unix socket, where the platform has one. */
  socketDir: string | undefined
  /** Whether this start created the cluster. */
  created: boolean
  /** Resolves with a sentence when Postgres ends by itself. */
  exited: Promise<string>
  running(): boolean
  stop(): Promise<void>
}

export const ADMIN = 'supabase_admin'

// For a laptop: 32 MB of shared memory, few background processes, JIT off (it only costs on small queries).
const LAPTOP = {
  listen_addresses: '127.0.0.1',
  // All pools of the product together take 70 at most, children of the worker one each: the rest is for people.
  max_connections: '120',
  shared_buffers: '32MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  wal_buffers: '1MB',
  // What has to be done again after a crash, and so how long it takes: decision 45.
  max_wal_size: '96MB',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '1',
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
  jit: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '500',
  log_min_messages: 'warning',
  // A statement in the log could carry a secret in a literal.
  log_min_error_statement: 'panic',
  timezone: 'UTC',
}

// Test files race fifty requests each, several files side by side.
const THROWAWAY = {
  max_connections: '400',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/** Starts the server on `dir`, creating it first and ending an orphan of an earlier run. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await endOrphan(options.dir)
  const created = !existsSync(join(options.dir, 'PG_VERSION'))
  if (created) await createCluster(options)
  const socketDir = socketFolder(options)
  const settings = {
    ...LAPTOP,
    ...(options.durable ? {} : THROWAWAY),
    unix_socket_directories: socketDir ?? '',
    port: String(options.port),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(options.binaries.postgres, ['-D', options.dir, ...args], {
    ...options.user,
    cwd: options.dir,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A Ctrl-C at the terminal must reach the supervisor alone: it decides the order in which things end.
    detached: true,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
  })
  const tail = lastLines(child)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      resolve(signal ? `Postgres ended (${signal}).` : explain(tail(), `Postgres ended (${code}).`))
    })
  })
  await ready(options, exited)
  return {
    pid: child.pid ?? 0,
    port: options.port,
    socketDir,
    created,
    exited,
    running: () => child.exitCode === null && child.signalCode === null,
    stop: () => stop(child),
  }
}

// The kernel's limit for the path of a socket is 108 bytes, on some systems 104.
const MAX_SOCKET_PATH = 100

/** Inside the database's own folder: nobody but its owner and root may enter that. */
function socketFolder({ dir, port }: ClusterOptions): string | undefined {
  // A comma would separate two folders in Postgres's setting.
  const usable = process.platform !== 'win32' && !dir.includes(',')
  return usable && Buffer.byteLength(`${dir}/.s.PGSQL.${port}`) <= MAX_SOCKET_PATH ? dir : undefined
}

async function createCluster({ dir, user, binaries, adminPassword }: ClusterOptions): Promise<void> {
  // What an interrupted creation left is not a cluster; Postgres insists on an empty folder.
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  give(dir, user)
  const passwordFile = `${dir}.pw`
  writeFileSync(passwordFile, adminPassword, { mode: 0o600 })
  give(passwordFile, user)
  try {
    // The builtin C.UTF-8 locale sorts and folds the same on every platform.
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
    const args = ['-D', dir, '-U', ADMIN, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-sync']
    await run(binaries.initdb, [...args, ...locale], user)
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function run(command: string, args: string[], user: OsUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    })
    const tail = lastLines(child)
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(explain(tail(), 'initdb failed.'))),
    )
  })
}

async function ready(options: ClusterOptions, exited: Promise<string>): Promise<void> {
  let end: string | undefined
  exited.then((reason) => {
    end = reason
  })
  // Recovery after a crash may take a while; Postgres says so by refusing, and ends when it cannot.
  for (let waited = 0; waited < 120_000; waited += 30) {
    if (end !== undefined) throw new Error(end)
    if (await answers(options)) return
    await delay(30)
  }
  throw new Error('Postgres did not answer within two minutes.')
}

async function answers({ port, adminPassword: password }: ClusterOptions): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: ADMIN, database: 'postgres', password })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // A refused login is an answer as well: whoever connects next gets to know why.
    return (error as { code?: string }).code?.startsWith('28') ?? false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    // Fast shutdown; an immediate one (recovery at the next start) when a client keeps it from ending.
    const insist = setTimeout(() => child.kill('SIGQUIT'), 1_500)
    child.once('exit', () => {
      clearTimeout(insist)
      resolve()
    })
    child.kill('SIGINT')
  })
}

function lastLines(child: ChildProcess): () => string[] {
  let lines: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lines = [...lines, ...text.split('\n').filter(Boolean)].slice(-12)
  })
  return () => lines
}

function explain(lines: string[], otherwise: string): string {
  const fatal = lines.findLast((line) => /FATAL:|PANIC:|error:/.test(line))
  return fatal ? `Postgres: ${fatal.replace(/^.*?(FATAL|PANIC|error):\s*/, '')}` : otherwise
}
