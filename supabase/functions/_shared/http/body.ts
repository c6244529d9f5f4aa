import { refusal } from './problem.ts'

/**
 * All of a request's body, at most so many bytes: what goes beyond is refused while it comes, and never held. Throws 413,
 * or 400 for one that its client broke off: no fault of ours.
 */
export async function wholeBody(request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > mostBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw refusal('VALIDATION_ERROR', 'The request broke off.', { cause })
  }
  if (size > mostBytes) throw refusal('PAYLOAD_TOO_LARGE', 'The request is too large.')
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}
