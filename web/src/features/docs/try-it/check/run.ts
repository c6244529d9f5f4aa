// Patterns of a description can take for ever: schemas are checked beside the page, for as long as somebody waits.
import type { SchemaCheck, SchemaResult } from './check.ts'

const patienceMs = 5_000

/** Checks an answer's text against a schema in a worker of its own, which ends with it. */
export function runCheck(check: SchemaCheck): Promise<SchemaResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
    const end = (result: SchemaResult) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(() => end({ unchecked: 'Checking this answer takes too long.' }), patienceMs)
    worker.onmessage = ({ data }: MessageEvent<SchemaResult>) => end(data)
    worker.onerror = () => end({ unchecked: 'This answer could not be checked.' })
    worker.postMessage(check)
  })
}
