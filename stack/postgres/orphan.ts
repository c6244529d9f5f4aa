// After a kill -9 of the supervisor Postgres lives on. Its postmaster.pid says which process, for which
// folder; it is ended cleanly, so that the next start finds a database that needs no recovery.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Ends a Postgres that still serves `dir`, if there is one. Returns whether there was. */
export async function endOrphan(dir: string, patienceMs = 3_000): Promise<boolean> {
  const pid = orphanPid(dir)
  if (pid === undefined) return false
  process.kill(pid, 'SIGINT')
  if (await gone(pid, patienceMs)) return true
  // It ends without its last checkpoint then; the next start replays the log instead.
  process.kill(pid, 'SIGQUIT')
  if (await gone(pid, 3 * patienceMs)) return true
  throw new Error(`An old Postgres (process ${pid}) still runs on ${dir} and does not end: end it by hand.`)
}

/** The process that serves `dir`, judged by postmaster.pid and by what the process really is. */
export function orphanPid(dir: string): number | undefined {
  const file = join(dir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (Number.isInteger(pid) && pid > 1 && alive(pid) && isPostgres(pid)) return pid
  rmSync(file, { force: true })
  return undefined
}

/** Whether a process with this id exists, ours or another user's; one that only waits to be reaped does not. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Waits until the process is gone; false when it outlives `patienceMs`. */
export async function gone(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  while (alive(pid)) {
    if (Date.now() > deadline) return false
    await delay(25)
  }
  return true
}

// The id may have been given to another program meanwhile (a reboot, a container).
function isPostgres(pid: number): boolean {
  const proc = `/proc/${pid}/cmdline`
  return !existsSync(proc) || readFileSync(proc, 'utf8').includes('postgres')
}

// In a container nobody may reap an orphan: it stays as an entry without a process.
function isZombie(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return false
  try {
    return readFileSync(stat, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false
  } catch {
    return true
  }
}
