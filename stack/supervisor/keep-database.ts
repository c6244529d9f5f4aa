// Postgres restarts its own processes after a crash; when all of it ends, it is started again here. The services
// connect anew by themselves, and what was committed is there.
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'

const RESTARTS = 3
const WITHIN_MS = 10 * 60_000
const PAUSE_MS = 500
/** A segment of the write-ahead log, and what recovery writes beside it. */
const LEAST_ROOM_MB = 24

interface KeepOptions {
  log: Log
  onPid(pid: number | undefined): void
  /** Megabytes that are free where the data lies. */
  freeMegabytes(): Promise<number>
  /** Told why, when Postgres ends again and again. */
  giveUp(sentence: string): void
}

/**
 * Starts the database again whenever it ends by itself, three times in ten minutes. On a full disk, where it ends because
 * its log has no room, it would only end again: there it is started when there is room, and that counts for nothing.
 * Returns what ends it for good.
 */
export function keepDatabase(database: Database, options: KeepOptions): () => Promise<void> {
  const { log, onPid, freeMegabytes, giveUp } = options
  let restarts: number[] = []
  let stopped = false
  let restarting: Promise<void> | undefined

  const watch = () => {
    database.cluster.exited.then((reason) => {
      if (!stopped) restarting = again(reason)
    })
  }

  const say = (message: string) => {
    log('error', { service: 'postgres', message })
    console.error(message)
  }

  // Where nobody can tell, it is tried.
  const hasRoom = () =>
    freeMegabytes().then(
      (free) => free >= LEAST_ROOM_MB,
      () => true,
    )

  const whenThereIsRoom = async (reason: string): Promise<void> => {
    say(`${reason} The disk is full: it is started again when ${LEAST_ROOM_MB} MB are free.`)
    while (!stopped && !(await hasRoom())) await delay(PAUSE_MS)
    restarts = []
  }

  const again = async (why: string): Promise<void> => {
    const reason = why.replace(/\.?$/, '.')
    onPid(undefined)
    if (!(await hasRoom())) await whenThereIsRoom(reason)
    if (stopped) return
    restarts = restarts.filter((at) => Date.now() - at < WITHIN_MS)
    if (restarts.length >= RESTARTS) {
      giveUp(`${reason} It was started again ${RESTARTS} times in the last ten minutes: Waymark ends.`)
      return
    }
    restarts.push(Date.now())
    say(`${reason} It is started again.`)
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
