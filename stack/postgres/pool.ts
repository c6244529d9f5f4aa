import pg from 'pg'

/** How long a request waits for a connection; then it is told to come back later. */
const WAIT_MS = 10_000

/**
 * A pool whose connections may die: the query in flight learns of it by itself, and the pool replaces what is lost.
 * Without these listeners Node would take one backend's end for a defect of the whole process.
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: WAIT_MS, idleTimeoutMillis: 10_000, ...options })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Whether the database could not be asked, or could not do what it otherwise would: no connection, starting or
 * stopping, no room on its disk. The same request may succeed in a moment.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message, syscall } = error as NodeJS.ErrnoException
  // Without a server its Unix socket is a file that is not there.
  if (code === 'ENOENT') return syscall === 'connect'
  if (code !== undefined) return /^(08|53|57P0[123]|58030)/.test(code) || LOST.has(code)
  return /timeout exceeded|Connection terminated|Client has encountered a connection error/.test(message)
}

const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EDQUOT'])
