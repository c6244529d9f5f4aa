import pg from 'pg'
import { NoTurn } from '../turns.ts'

/** How long a request waits for a connection; then it is told to come back later. */
const WAIT_MS = 10_000

/**
 * A pool whose connections may die: the query in flight learns of it by itself, and the pool replaces what is lost.
 * Without these listeners Node would take one backend's end for a defect of the whole process.
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: WAIT_MS, idleTimeoutMillis: 10_000, ...options })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    boundAnswers(client)
  })
  return pool
}

/** More than this is no answer to a request. One text of half a GiB would throw where nobody can catch it. */
export const MOST_ANSWERED = 128 * 1024 * 1024

/** The database's answer was larger than any may be; its connection is gone. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

function boundAnswers({ connection }: pg.PoolClient): void {
  const { stream } = connection
  let bytes = 0
  connection.on('readyForQuery', () => {
    bytes = 0
  })
  stream.prependListener('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_ANSWERED) stream.destroy(new AnswerTooLarge('the answer is too large'))
  })
}

/**
 * Whether the database could not be asked, or could not do what it otherwise would: no connection, starting or
 * stopping, no room on its disk. The same request may succeed in a moment.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoTurn) return true
  const { code, message, syscall } = error as NodeJS.ErrnoException
  // Without a server its Unix socket is a file that is not there.
  if (code === 'ENOENT') return syscall === 'connect'
  if (code !== undefined) return /^(08|53|57P0[123]|58030)/.test(code) || LOST.has(code)
  return /timeout exceeded|Connection terminated|Client has encountered a connection error/.test(message)
}

const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EDQUOT'])
