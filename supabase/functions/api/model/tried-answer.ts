// A call of somebody else's server in a reader's place, and its answer as it comes: bounded in size and time, and told in
// frames, so that nothing of it acts on our origin.
import type { Readable } from 'node:stream'
import { config } from '../../_shared/config.ts'
import { type AnswerEnd, frameBytes } from '../../_shared/domain/answer-frames.ts'
import { isOwnOrigin } from '../../_shared/http/origin.ts'
import { domainAt } from '../../_shared/http/served-domain.ts'
import {
  allowed,
  type OpenCall,
  OutgoingError,
  openOutgoing,
  requireOutside,
} from '../../_shared/net/outgoing.ts'
import { isForAnybody } from '../../_shared/net/redirects.ts'

export const mostAnswered = 10 * 1024 * 1024
const mostRedirects = 5
/** Of one frame; what a server sends at once may be more. */
const pieceBytes = 64 * 1024

export interface TriedCall {
  method: string
  url: URL
  headers: [name: string, value: string][]
  body: Readable | null
  /** Whether redirects to other hosts are followed. */
  mayLeave: boolean
  /** Ends the call, its answer included. */
  signal: AbortSignal
}

interface Answered extends OpenCall {
  url: URL
  redirectRefused?: string
}

/** The answer to a call, as frames. Throws OutgoingError when the address may not be called or does not answer. */
export async function triedAnswer(call: TriedCall, leftOut: string[]): Promise<ReadableStream<Uint8Array>> {
  const { answer, close, url, redirectRefused } = await follow(call)
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  const head = {
    status: answer.statusCode,
    headers,
    url: url.href,
    left_out: leftOut,
    ...(redirectRefused === undefined ? {} : { redirect_refused: redirectRefused }),
  }
  const frames = framesOf(answer.body, call.signal)
  return new ReadableStream({
    start: (controller) => controller.enqueue(frameBytes({ kind: 'head', head })),
    pull: async (controller) => {
      const { value, done } = await frames.next()
      if (value) controller.enqueue(value)
      if (!done) return
      controller.close()
      await close()
    },
    // The reader left: nobody waits for the rest.
    cancel: close,
  })
}

/** The last answer of a chain of redirects; one that may not be followed is the answer itself. */
async function follow(call: TriedCall): Promise<Answered> {
  const { method, signal } = call
  let { url, headers, body } = call
  for (let redirects = 0; ; redirects++) {
    await requireForeign(url)
    const open = await openOutgoing(callable(url.href), { method, headers, body, signal })
    const location = locationIn(open, url)
    if (!location) return { ...open, url }
    const keepsBody = body !== null && [307, 308].includes(open.answer.statusCode)
    const redirectRefused =
      reasonAgainst(location, url, call, redirects) ??
      (keepsBody ? 'The body was passed on as it came and cannot be sent again.' : null)
    if (redirectRefused !== null) return { ...open, url, redirectRefused }
    await open.close()
    body?.destroy()
    if (body) headers = headers.filter(([name]) => !ofBody.test(name))
    body = null
    // What was meant for one server is not shown to another.
    if (location.origin !== url.origin) headers = headers.filter(([name]) => isForAnybody(name))
    url = location
  }
}

/** Headers that speak of the body (what Fetch drops with it). */
const ofBody = /^content-(?:encoding|language|length|location|type)$/i

function locationIn({ answer }: OpenCall, url: URL): URL | null {
  const { location } = answer.headers
  const isRedirect = [301, 302, 303, 307, 308].includes(answer.statusCode)
  return isRedirect && typeof location === 'string' && URL.canParse(location, url)
    ? new URL(location, url)
    : null
}

function reasonAgainst(
  next: URL,
  url: URL,
  { method, mayLeave }: TriedCall,
  redirects: number,
): string | null {
  if (method !== 'GET' && method !== 'HEAD') return 'Redirects are followed for GET and HEAD only.'
  if (redirects >= mostRedirects) return `Only ${mostRedirects} redirects are followed.`
  if (next.origin !== url.origin && !mayLeave) return 'Sign in to follow redirects to other hosts.'
  try {
    callable(next.href)
    return null
  } catch (error) {
    if (error instanceof OutgoingError) return error.message
    throw error
  }
}

/** The address, if it lies outside and is none of ours. Throws OutgoingError. */
export function callable(address: string): URL {
  requireOutside(address)
  const url = allowed(address)
  if (isOwnOrigin(url.origin, config()))
    throw new OutgoingError('Addresses of this installation are called by the browser.')
  return url
}

/** Custom domains are ours as well, and no name says so. */
async function requireForeign(url: URL): Promise<void> {
  if (await domainAt(url.host))
    throw new OutgoingError('Addresses of this installation are called by the browser.')
}

async function* framesOf(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let left = mostAnswered
  let end: AnswerEnd = 'complete'
  try {
    for await (const chunk of content) {
      const bytes = new Uint8Array(chunk.subarray(0, left))
      for (let at = 0; at < bytes.length; at += pieceBytes)
        yield frameBytes({ kind: 'content', bytes: bytes.slice(at, at + pieceBytes) })
      left -= bytes.length
      if (bytes.length < chunk.length) {
        end = 'too_large'
        break
      }
    }
  } catch {
    end = signal.aborted ? 'too_slow' : 'broken'
  }
  yield frameBytes({ kind: 'end', end })
}
