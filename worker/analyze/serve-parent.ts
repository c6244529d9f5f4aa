// What a process of one piece of work does for its parent: it takes the work as its first message, answers and ends.
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** `failure` is the message of what was thrown: the attempt failed, the files may be fine. */
export type ProcessMessage<Outcome, Progress> =
  | { progress: Progress }
  | { outcome: Outcome }
  | { failure: string }

/** Performs what the parent sends. It comes as a message, since arguments and environment of a process can be read by others. */
export function serveParent<Request, Outcome, Progress>(
  perform: (request: Request, onProgress: (progress: Progress) => void) => Promise<Outcome>,
): void {
  endWithParent()
  endFirstWhenMemoryIsShort()
  const answer = async (request: Request): Promise<ProcessMessage<Outcome, Progress>> => {
    try {
      return { outcome: await perform(request, (progress) => process.send?.({ progress })) }
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) }
    }
  }
  process.once('message', async (request) => {
    const message = await answer(request as Request)
    process.send?.(message, undefined, undefined, () => process.exit(0))
  })
}

// A parent that was killed takes its analysis along: by the closed channel, and while a parser is too busy to hear of
// it, by a thread that looks whose child this process is.
function endWithParent(): void {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
  new Worker(new URL('./parent-watch.ts', import.meta.url), { env: {}, execArgv: [] }).unref()
}

// Of all processes on the machine this one can be repeated: Linux then ends it before it ends Postgres.
function endFirstWhenMemoryIsShort(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file.
  }
}
