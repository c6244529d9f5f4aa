// Keeps the supervisor running: one that was killed, or ended by a defect, is started again on the same folder and
// ports. Whoever ends this process, or npm above it, ends everything.
import { spawn } from 'node:child_process'

/** The exit code of a supervisor that ended by a defect of its own, not because it could not start. */
export const DEFECT = 70

// A defect that somebody can bring about at will must not end the product for good: after so many restarts within that
// time each further one waits for a pause.
const LIMITS = { restarts: 3, withinMs: 10 * 60_000, pauseMs: 15_000 }

/** Runs `program` until it ends by itself; then this process ends with its code. */
export function keep(node, program, args, limits = LIMITS) {
  let child
  let ending = false
  let port
  let restarts = []

  const start = (given) => {
    child = spawn(node, ['--disable-warning=ExperimentalWarning', program, ...given], {
      // The channel's end tells the supervisor that this process is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message) => {
      port = message.port
    })
    child.once('error', (error) => finish(`Node could not be started: ${error.message}`))
    child.once('exit', (code, signal) => {
      const died = signal !== null || code === DEFECT
      if (ending || !died) process.exit(code ?? 1)
      const reason = `Waymark's supervisor ended (${signal ?? 'a defect'}).`
      restarts = restarts.filter((at) => Date.now() - at < limits.withinMs)
      const pause = restarts.length < limits.restarts ? 0 : limits.pauseMs
      restarts.push(Date.now())
      console.error(`${reason} It is started again${pause ? ` in ${pause / 1000} seconds` : ''}.`)
      setTimeout(() => ending || start(again(args, port)), pause)
    })
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Nothing runs while it waits for the next start.
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0)
      ending = true
      child.kill(signal)
    })
  }
  start(args)
}

/** The arguments of a restart: nothing is deleted a second time, and the ports stay those that were found free. */
export function again(args, port) {
  const isPort = (arg, before) => arg === '--port' || arg.startsWith('--port=') || before === '--port'
  const kept = args.filter((arg) => arg !== '--fresh' && arg !== '--yes')
  if (port === undefined) return kept
  return [...kept.filter((arg, index) => !isPort(arg, kept[index - 1])), '--port', String(port)]
}

function finish(sentence) {
  console.error(sentence)
  process.exit(1)
}
