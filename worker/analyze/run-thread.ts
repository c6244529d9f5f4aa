import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { GivenBack } from '../context.ts'
import type { Order, Outcome, Progress, ThreadData, ThreadMessage } from './protocol.ts'

const TOO_LARGE: Outcome = {
  kind: 'refused',
  error: { message: 'These files are too large to be analysed here. Split them into smaller descriptions.' },
}

const TOO_LONG: Outcome = {
  kind: 'refused',
  error: { message: 'These files take too long to be analysed here. Split them into smaller descriptions.' },
}

/**
 * Analyses in a thread of its own. Aborting ends the thread with its connection, so that Postgres undoes what was not
 * committed. Rejects with what the thread threw; files that do not fit into its heap or its time are refused, for they never will.
 */
export function runAnalysis(
  config: Config,
  order: Order,
  onProgress: (progress: Progress) => void,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { dbUrl, supabaseUrl, serviceKey } = config
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { order, dbUrl, supabaseUrl, serviceKey } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: config.analysisMemory },
    env: {},
    execArgv: [],
  })
  return new Promise<Outcome>((resolve, reject) => {
    let outcome: Outcome | undefined
    const giveBack = () => {
      // What is committed is done; the thread is only on its way out.
      if (outcome) return
      reject(new GivenBack())
      void thread.terminate()
    }
    if (stopping.aborted) return giveBack()
    stopping.addEventListener('abort', giveBack, { once: true })
    const tooLong = setTimeout(() => {
      outcome ??= TOO_LONG
      void thread.terminate()
    }, config.analysisSeconds * 1000)
    thread.on('message', (message: ThreadMessage) => {
      if ('progress' in message) onProgress(message.progress)
      else outcome = message.outcome
    })
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') outcome = TOO_LARGE
      else reject(error)
    })
    thread.on('exit', (code) => {
      clearTimeout(tooLong)
      stopping.removeEventListener('abort', giveBack)
      if (outcome) resolve(outcome)
      else reject(new Error(`The analysis thread ended with code ${code} and no result.`))
    })
  })
}
