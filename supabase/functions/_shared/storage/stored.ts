// Files of branches on their way out, from the buckets by the service: who may have them was asked before.
import { config } from '../config.ts'
import { keyHeaders } from '../db/keys.ts'
import { unavailable } from '../http/problem.ts'
import { whileMoving } from './moving.ts'

/** For an answer to begin, and for the next piece of it to come and to be taken. */
const idleMs = 30_000

/** A stored file as it comes; null where it is not there any more. */
export async function openStored(
  object: string,
  bucket: 'files' | 'uploads' | 'exports' = 'files',
): Promise<Response | null> {
  const asked = new AbortController()
  const late = setTimeout(() => asked.abort(new Error('Storage did not answer.')), idleMs)
  const answer = await fetch(`${config().supabaseUrl}/storage/v1/object/${bucket}/${object}`, {
    headers: keyHeaders(config().serviceKey),
    signal: asked.signal,
  }).finally(() => clearTimeout(late))
  const stop = (reason: Error) => asked.abort(reason)
  const moving = new Response(answer.body && whileMoving(answer.body, idleMs, stop), answer)
  if (answer.ok) return moving
  const text = await moving.text()
  // Storage says "not found" with status 400 in its older form.
  if (answer.status === 404 || /not.?found/i.test(text)) return null
  throw unavailable(new Error(`Storage answered ${answer.status}: ${text.slice(0, 500)}`))
}

/** What an answer brings, to be passed on as it comes. */
export function streamOf({ body }: Response): ReadableStream {
  if (!body) throw unavailable(new Error('Storage answered without a body.'))
  return body
}
