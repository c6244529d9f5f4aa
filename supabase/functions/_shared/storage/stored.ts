// Files of branches on their way out, from the bucket `files` by the service: who may have them was asked before.
import { config } from '../config.ts'
import { keyHeaders } from '../db/keys.ts'
import { unavailable } from '../http/problem.ts'

const timeoutMs = 30_000

/** A stored file as it comes; null where it is not there any more. */
export async function openStored(object: string): Promise<Response | null> {
  const answer = await fetch(`${config().supabaseUrl}/storage/v1/object/files/${object}`, {
    headers: keyHeaders(config().serviceKey),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.ok) return answer
  const text = await answer.text()
  // Storage says "not found" with status 400 in its older form.
  if (answer.status === 404 || /not.?found/i.test(text)) return null
  throw unavailable(new Error(`Storage answered ${answer.status}: ${text.slice(0, 500)}`))
}

/** What an answer brings, to be passed on as it comes. */
export function streamOf({ body }: Response): ReadableStream {
  if (!body) throw unavailable(new Error('Storage answered without a body.'))
  return body
}
