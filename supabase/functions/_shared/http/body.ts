import { refusal } from './problem.ts'

/** All of a request's body, at most so many bytes. Throws 413, or 400 for one that its client broke off: no fault of ours. */
export async function wholeBody(request: Request, mostBytes: number): Promise<ArrayBuffer> {
  const body = await request.arrayBuffer().catch((cause: unknown) => {
    throw refusal('VALIDATION_ERROR', 'The request broke off.', { cause })
  })
  if (body.byteLength > mostBytes) throw refusal('PAYLOAD_TOO_LARGE', 'The request is too large.')
  return body
}
