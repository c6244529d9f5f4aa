import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the running processes whose command line names `text` (Linux), this one excepted. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(text))
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/**
 * Kills this very process, as the kernel does when memory is short. Without an id that means one process it throws:
 * to kill(2) 0 is the caller's whole group, which here is vitest, npm and the CI that waits for them.
 */
export function killHard(pid: number | undefined): void {
  if (pid === undefined || !Number.isInteger(pid) || pid <= 1)
    throw new Error(`${pid} is no process to kill.`)
  process.kill(pid, 'SIGKILL')
}
