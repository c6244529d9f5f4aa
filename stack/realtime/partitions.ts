// Keeps the days of realtime.messages: made ahead, dropped after 72 hours.

import type { Log } from '../log.ts'
import { connect } from '../postgres/connect.ts'

const EVERY_MS = 6 * 3600_000
const RETRY_MS = 60_000

/** Does it now and then; the first time is over when this resolves. Returns what ends it. */
export async function keepPartitions(adminUrl: string, log: Log): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const keep = async () => {
    const done = await keepOnce(adminUrl).catch((error: Error) => {
      log('warn', { service: 'realtime', message: `partitions: ${error.message}` })
    })
    if (!ended) timer = setTimeout(keep, done ? EVERY_MS : RETRY_MS).unref()
  }
  await keep()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

async function keepOnce(adminUrl: string): Promise<true> {
  const admin = await connect(adminUrl)
  try {
    // Dropping a day waits for whoever reads the table, and everybody else would wait behind it.
    await admin.query(`set lock_timeout = '2s'`)
    await admin.query('select realtime.keep_partitions()')
    return true
  } finally {
    await admin.end()
  }
}
