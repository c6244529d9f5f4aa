// Who reads or writes goes first where there are few cores.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lowers the priority of a process that leads a session of its own, and of what it starts: `nice` from 1 to 19. Linux
 * shares its cores out by sessions first where it groups by them (`sched(7)`, autogroup), so that without the second
 * line a process alone in its session would have as much as all others together.
 */
export function lowerPriority(pid: number, nice: number): void {
  // It may have ended, or the system may have no such groups: it goes on as it is.
  ignoring(() => setPriority(pid, nice))
  if (process.platform === 'linux') ignoring(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
}

function ignoring(work: () => void): void {
  try {
    work()
  } catch {
    // As said above.
  }
}
