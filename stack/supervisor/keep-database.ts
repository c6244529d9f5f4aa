// Postgres restarts its own processes after a crash; when all of it ends, it is started again here. The services
// connect anew by themselves, and what was committed is there.
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'

const RESTARTS = 3
const WITHIN_MS = 10 * 60_000
const PAUSE_MS = 500

interface KeepOptions {
  log: Log
  onPid(pid: number | undefined): void
  /** Told why, when Postgres ends again and again. */
  giveUp(sentence: string): void
}

/** Starts the database again whenever it ends by itself, three times in ten minutes. Returns what ends it for good. */
export function keepDatabase(database: Database, { log, onPid, giveUp }: KeepOptions): () => Promise<void> {
  let restarts: number[] = []
  let stopped = false
  let restarting: Promise<void> | undefined

  const watch = () => {
    database.cluster.exited.then((reason) => {
      if (!stopped) restarting = again(reason)
    })
  }

  const again = async (reason: string): Promise<void> => {
    onPid(undefined)
    restarts = restarts.filter((at) => Date.now() - at < WITHIN_MS)
    if (restarts.length >= RESTARTS) {
      giveUp(`${reason} It was started again ${RESTARTS} times in the last ten minutes: Waymark ends.`)
      return
    }
    restarts.push(Date.now())
    log('error', { service: 'postgres', message: `${reason} It is started again.` })
    console.error(`${reason} It is started again.`)
    try {
      await database.restart()
    } catch (error) {
      await delay(PAUSE_MS)
      return stopped ? undefined : again((error as Error).message)
    }
    onPid(database.cluster.pid)
    if (!stopped) watch()
  }

  watch()
  return async () => {
    stopped = true
    await restarting
    await database.cluster.stop()
  }
}
