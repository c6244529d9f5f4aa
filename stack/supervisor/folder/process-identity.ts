// A process id alone may have been given to another program; with its start time it means one process.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { alive, gone } from '../../postgres/orphan.ts'

export interface ProcessIdentity {
  pid: number
  startTime: string
}

/** Identity of a running process, undefined when there is none with this id. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = alive(pid) ? startTimeOf(pid) : undefined
  return startTime === undefined ? undefined : { pid, startTime }
}

/** Whether this very process still runs. */
export function stillRuns({ pid, startTime }: ProcessIdentity): boolean {
  return identify(pid)?.startTime === startTime
}

/** Ends this very process, first politely; does nothing when it is gone. */
export async function end(identity: ProcessIdentity, patienceMs = 2_000): Promise<void> {
  if (!stillRuns(identity)) return
  process.kill(identity.pid, 'SIGTERM')
  if (await gone(identity.pid, patienceMs)) return
  process.kill(identity.pid, 'SIGKILL')
  await gone(identity.pid, patienceMs)
}

function startTimeOf(pid: number): string | undefined {
  const stat = `/proc/${pid}/stat`
  if (existsSync(stat)) {
    // Field 22; the second field is the name in parentheses and may hold anything.
    return readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ')[19]
  }
  return (
    spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined
  )
}
