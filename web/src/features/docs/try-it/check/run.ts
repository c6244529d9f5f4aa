// Patterns of a description can take for ever: schemas are checked beside the page, for as long as somebody waits.
import type { SchemaCheck, SchemaResult } from './check.ts'
import workerAddress from './check.worker.ts?worker&url'

const patienceMs = 5_000
const notChecked: SchemaResult = { unchecked: 'This answer could not be checked.' }

/** Checks an answer's text against a schema in a worker of its own, which ends with it. */
export async function runCheck(check: SchemaCheck): Promise<SchemaResult> {
  // Where the page around does not let it start, that is said.
  const started = await startWorker(new URL(workerAddress, import.meta.url)).catch(() => null)
  return started ? answerOf(started, check) : notChecked
}

interface Started {
  worker: Worker
  forget: () => void
}

function answerOf({ worker, forget }: Started, check: SchemaCheck): Promise<SchemaResult> {
  return new Promise((resolve) => {
    const end = (result: SchemaResult) => {
      clearTimeout(timer)
      worker.terminate()
      forget()
      resolve(result)
    }
    const timer = setTimeout(() => end({ unchecked: 'Checking this answer takes too long.' }), patienceMs)
    worker.onmessage = ({ data }: MessageEvent<SchemaResult>) => end(data)
    worker.onerror = () => end(notChecked)
    worker.postMessage(check)
  })
}

/**
 * On pages of other origins (<waymark-docs>) browsers start no worker of ours, and let one of theirs import it only where
 * their policy names us among its workers: there it is one of theirs, of our text. The validator asks `self` for the
 * address of its script, which is none there: it gets a `self` without one.
 */
async function startWorker({ href, origin }: URL): Promise<Started> {
  if (origin === window.location.origin)
    return { worker: new Worker(href, { type: 'module' }), forget: () => undefined }
  const answer = await fetch(href, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`The worker is not there: ${answer.status}`)
  const address = URL.createObjectURL(
    new Blob([`((self) => {${await answer.text()}\n})({})`], { type: 'text/javascript' }),
  )
  return { worker: new Worker(address), forget: () => URL.revokeObjectURL(address) }
}
