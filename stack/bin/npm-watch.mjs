// npm and the shell between it and this process may end without telling: npm passes a SIGTERM on to the shell, which
// dies of it; a kill -9 of npm tells nobody. Then no Ctrl-C would reach this process any more.
import { readFileSync } from 'node:fs'

const LOOK_MS = 300

/** Sends this process a SIGTERM when npm, or its shell, is gone. Does nothing where npm did not start it. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  // A shell between npm and this process was told this program; without one the parent is npm itself.
  const npm = commandOf(parent).includes('launch.mjs') ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}

// Where there is no /proc only the parent itself is watched.
function commandOf(pid) {
  return read(`/proc/${pid}/cmdline`) ?? ''
}

function parentOf(pid) {
  // The name in parentheses may hold anything; the parent is the second field behind it.
  return read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[1]
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
