// Sends a call: from the browser, or through Waymark where the other server answers no browser. Whatever it answers is
// bounded in size and time, and ends here.
import { type AnswerEnd, framesIn } from '../../../../../supabase/functions/_shared/domain/answer-frames.ts'
import { ApiProblem, networkProblem, problemFromBody } from '../../../shared/data/api.ts'
import { accessToken } from '../../../shared/data/session.ts'
import { shareToken } from '../../../shared/data/share-token.ts'
import { fetchAsCaller } from '../../../shared/data/supabase.ts'
import type { Call } from './call.ts'

export const mostAnswered = 10 * 1024 * 1024
const longestMs = 60_000

/** How a call is sent. */
export type Way = 'browser' | 'waymark'

export interface TryItAnswer {
  status: number
  headers: [name: string, value: string][]
  /** What answered, where a redirect led elsewhere. */
  url: string
  body: Blob
  end: AnswerEnd
  /** From sending to the end of the body, ms. */
  took: number
  way: Way
  /** Headers of the request that were not sent. */
  leftOut: string[]
  redirectRefused?: string
}

/** Why nothing was answered. */
export type Failure = 'offline' | 'unreachable' | 'mixed' | 'too_slow' | 'refused' | 'stopped'

/** A call that came to nothing; the message is fit to show. */
export class SendProblem extends Error {
  override name = 'SendProblem'
  readonly failure: Failure

  constructor(failure: Failure, message = '') {
    super(message)
    this.failure = failure
  }
}

/** Where a call that goes through Waymark is sent on from, and which server of the operation it lies on. */
export interface Passage {
  address: string
  /** None for where tokens are given out. */
  server?: { index: number; variables: Record<string, string> }
}

/** Browsers send these by themselves or not at all. */
const keptByBrowsers =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via)$/i

/** What of a call no browser sends: headers by their names, and a body with what only reads. */
export function keptBack({ method, headers }: Pick<Call, 'method' | 'headers'>, hasBody: boolean): string[] {
  const names = headers.map(([name]) => name).filter((name) => keptByBrowsers.test(name))
  return hasBody && /^(?:GET|HEAD)$/.test(method) ? [...names, 'body'] : names
}

/** Sends a call from the browser, without cookies. Throws SendProblem. */
export async function sendByBrowser(call: Call, stop: AbortSignal): Promise<TryItAnswer> {
  const leftOut = keptBack(call, call.body !== null)
  if (window.location.protocol === 'https:' && isPlain(call.url)) throw new SendProblem('mixed')
  const headers = [
    ...call.headers.filter(([name]) => !leftOut.includes(name)),
    ...(await readerHeaders(call.url)),
  ]
  const body = leftOut.includes('body') ? null : call.body
  const answer = await fetched(call.url, { method: call.method, headers, body }, stop)
  return { ...answer, leftOut }
}

async function fetched(
  address: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  stop: AbortSignal,
): Promise<TryItAnswer> {
  const limit = AbortSignal.timeout(longestMs)
  const startedAt = performance.now()
  let response: Response
  try {
    response = await fetch(address, {
      ...request,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([stop, limit]),
    })
  } catch {
    throw failureOf(stop, limit)
  }
  const { body, end } = await bounded(response.body, limit)
  if (stop.aborted) throw new SendProblem('stopped')
  const took = performance.now() - startedAt
  const { status, url } = response
  return {
    status,
    headers: [...response.headers],
    url: url || address,
    body,
    end,
    took,
    way: 'browser',
    leftOut: [],
  }
}

/** What is asked of the mock of an operation that nobody published yet. */
export interface UnsavedCall {
  address: string
  /** The path and the query of the call. */
  target: string
  /** JSON of the operation, as it is typed. */
  operation: string
}

/** Has an operation answered as it is typed, by the same engine as mock servers. Throws SendProblem. */
export async function mockAnswer(
  call: Call,
  { address, target, operation }: UnsavedCall,
  stop: AbortSignal,
): Promise<TryItAnswer> {
  const { method, headers } = call
  const type = call.body?.type ? [['Content-Type', call.body.type]] : []
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const request = {
    method,
    target,
    headers: hasType ? headers : [...headers, ...type],
    body: call.body ? await call.body.text() : '',
  }
  const answer = await fetched(
    address,
    {
      method: 'POST',
      headers: [['Content-Type', 'application/json'], ...(await readerHeaders(address))],
      body: JSON.stringify({ operation, request }),
    },
    stop,
  )
  return { ...answer, url: call.url }
}

/**
 * Who reads the description, for our own mock server alone, which answers from projects that are not public too
 * (docs/decisions/0194-who-calls-a-mock-server.md). It sends nobody elsewhere, so these headers stay here.
 */
async function readerHeaders(address: string): Promise<[name: string, value: string][]> {
  if (!URL.canParse(address)) return []
  const { origin, pathname } = new URL(address)
  if (origin !== window.location.origin || !pathname.startsWith('/mocks/')) return []
  const [token, share] = [await accessToken(), shareToken()]
  return [
    ...(token ? [['X-Waymark-Token', token] as [string, string]] : []),
    ...(share ? [['X-Waymark-Share', share] as [string, string]] : []),
  ]
}

/** Sends a call through Waymark. Throws SendProblem, with the server's own words where it refuses. */
export async function sendThroughWaymark(
  call: Call,
  passage: Passage,
  stop: AbortSignal,
): Promise<TryItAnswer> {
  const { method, url, headers, body } = call
  const form = new FormData()
  const { server } = passage
  form.append(
    'request',
    JSON.stringify({
      method,
      url,
      headers,
      ...(server && { server }),
      ...(body && { body_size: body.size }),
    }),
  )
  if (body) form.append('body', body)
  const startedAt = performance.now()
  const limit = AbortSignal.timeout(longestMs + 10_000)
  const signal = AbortSignal.any([stop, limit])
  try {
    const response = await fetchAsCaller(passage.address, { method: 'POST', body: form, signal })
    if (!response.ok) throw problemFromBody(response.status, await response.json().catch(() => undefined))
    return await told(response, startedAt)
  } catch (error) {
    if (error instanceof ApiProblem) throw new SendProblem('refused', error.detail)
    if (stop.aborted || limit.aborted || !navigator.onLine) throw failureOf(stop, limit)
    throw new SendProblem('refused', networkProblem().detail)
  }
}

async function told(response: Response, startedAt: number): Promise<TryItAnswer> {
  const answer: TryItAnswer = {
    status: 0,
    headers: [],
    url: '',
    body: new Blob([]),
    end: 'broken',
    took: 0,
    way: 'waymark',
    leftOut: [],
  }
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const frame of framesIn(chunksOf(response.body))) {
    if (frame.kind === 'content') pieces.push(frame.bytes)
    else if (frame.kind === 'end') answer.end = frame.end
    else {
      const { status, headers, url, left_out, redirect_refused } = frame.head
      Object.assign(answer, { status, headers, url, leftOut: left_out })
      if (redirect_refused !== undefined) answer.redirectRefused = redirect_refused
    }
  }
  return { ...answer, body: new Blob(pieces), took: performance.now() - startedAt }
}

/** Not every browser iterates over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  if (!reader) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function bounded(
  stream: ReadableStream<Uint8Array> | null,
  limit: AbortSignal,
): Promise<{ body: Blob; end: AnswerEnd }> {
  const pieces: BlobPart[] = []
  let left = mostAnswered
  try {
    for await (const chunk of chunksOf(stream)) {
      pieces.push(new Uint8Array(chunk.subarray(0, left)))
      left -= chunk.length
      if (left < 0) return { body: new Blob(pieces), end: 'too_large' }
    }
  } catch {
    return { body: new Blob(pieces), end: limit.aborted ? 'too_slow' : 'broken' }
  }
  return { body: new Blob(pieces), end: 'complete' }
}

function failureOf(stop: AbortSignal, limit: AbortSignal): SendProblem {
  if (stop.aborted) return new SendProblem('stopped')
  if (limit.aborted) return new SendProblem('too_slow')
  // A browser does not say whether nobody is there or somebody who does not answer pages of other hosts.
  return new SendProblem(navigator.onLine ? 'unreachable' : 'offline')
}

/** Browsers let pages of https call plain http at this machine alone. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
