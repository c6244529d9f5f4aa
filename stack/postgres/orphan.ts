// After a kill -9 of the supervisor Postgres lives on, after one of the postmaster perhaps its children: those that
// were busy. All of them are ended before the folder is used again, and nobody else: what works in the folder is
// known from the processes themselves. A postmaster.pid may have been copied with its folder.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresProcessesIn } from './folder-processes.ts'

/** Ends a Postgres that still serves `dir`, or what is left of it. Returns whether there was any. */
export async function endOrphan(dir: string, patienceMs = 1_500): Promise<boolean> {
  const found = postgresProcessesIn(dir)
  const postmaster = postmasterOf(dir, found)
  // A fast shutdown: clients that are connected are sent away, and the next start needs no recovery.
  if (postmaster !== undefined) await endAll([postmaster], ['SIGINT', 'SIGQUIT'], patienceMs)
  // Without their postmaster nothing is left to be kept in order: the next start replays the log.
  const left = postgresProcessesIn(dir)
  if (!(await endAll(left, ['SIGQUIT', 'SIGKILL'], patienceMs))) {
    throw new Error(
      `An old Postgres (process ${left[0]}) still runs on ${dir} and does not end: end it by hand.`,
    )
  }
  removeTraces(dir)
  return found.length > 0
}

function postmasterOf(dir: string, processes: number[]): number | undefined {
  const file = join(dir, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
  return processes.find((candidate) => candidate === pid)
}

/** Sends the signals one after the other to those that still run; false when one outlives the last. */
async function endAll(pids: number[], signals: NodeJS.Signals[], patienceMs: number): Promise<boolean> {
  let left = pids
  for (const signal of signals) {
    for (const pid of left) send(pid, signal)
    const ended = await Promise.all(left.map((pid) => gone(pid, patienceMs)))
    left = left.filter((_, index) => !ended[index])
    if (left.length === 0) return true
  }
  return left.length === 0
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// What says that somebody serves the folder; nobody does any more. A socket's own lock would keep the next start out.
function removeTraces(dir: string): void {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')) rmSync(join(dir, name), { force: true })
  }
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
