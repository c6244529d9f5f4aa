// What a process does for its parent: it takes work as a message and answers, once or as often as it is asked.
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { programFile } from '../programs/find.ts'

/** `failure` is the message of what was thrown: the attempt failed, the files may be fine. */
export type ProcessMessage<Outcome, Progress> =
  | { progress: Progress }
  | { outcome: Outcome }
  | { failure: string }

type Perform<Request, Outcome, Progress> = (
  request: Request,
  onProgress: (progress: Progress) => void,
) => Promise<Outcome>

/** Performs what the parent sends. It comes as a message, since arguments and environment of a process can be read by others. */
export function serveParent<Request, Outcome, Progress>(perform: Perform<Request, Outcome, Progress>): void {
  prepare()
  process.once('message', async (request) => {
    const message = await answer(perform, request as Request)
    process.send?.(message, undefined, undefined, () => process.exit(0))
  })
}

/** Performs what the parent sends, one piece of work after the other, until the parent ends the process. */
export function keepServingParent<Request, Outcome>(perform: Perform<Request, Outcome, never>): void {
  prepare()
  process.on('message', async (request) => {
    process.send?.(await answer(perform, request as Request))
  })
}

async function answer<Request, Outcome, Progress>(
  perform: Perform<Request, Outcome, Progress>,
  request: Request,
): Promise<ProcessMessage<Outcome, Progress>> {
  try {
    return { outcome: await perform(request, (progress) => process.send?.({ progress })) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function prepare(): void {
  endWithParent()
  endFirstWhenMemoryIsShort()
}

// A parent that was killed takes its analysis along: by the closed channel, and while a parser is too busy to hear of
// it, by a thread that looks whose child this process is.
function endWithParent(): void {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
  new Worker(programFile('analyze/parent-watch.ts'), { env: {}, execArgv: [] }).unref()
}

// Of all processes on the machine this one can be repeated: Linux then ends it before it ends Postgres.
function endFirstWhenMemoryIsShort(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file.
  }
}
