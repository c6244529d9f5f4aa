// Calls to hosts that a workspace's administrator chose. They must not become calls into our own network: https only,
// bounded in time and size, to the address that was checked, never to one that clouds answer their own secrets at, and to
// other origins by redirects only where nothing of anybody goes along.
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Client, type Dispatcher } from 'undici'
import { sentenceOf } from '../domain/reasons.ts'
import { setting } from '../env.ts'
import { addressIn, isMetadata, isOutside } from './addresses.ts'
import { type Follow, isForAnybody, mostRedirects, nextOf } from './redirects.ts'
import { addressesByDns, addressesBySystem } from './resolve.ts'

const timeoutMs = 10_000
const usualBytes = 1024 * 1024

/** A host that could not be asked, or answered nonsense; the message is fit to show. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** How much may be answered, redirects on the way included; 1 MiB unless said otherwise. */
  mostBytes?: number
  /** Which redirects of a GET are followed; without it they are refused. `anywhere` also keeps to what `requireOutside` lets through. */
  follow?: Follow
}

export interface OutgoingAnswer {
  /** Where it came from in the end. */
  url: URL
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  json<T>(): T
}

/** Fetches an address of a provider. Throws OutgoingError when it may not, cannot or does not answer in bounds. */
export async function fetchOutgoing(address: string, request: OutgoingRequest = {}): Promise<OutgoingAnswer> {
  const { method = 'GET', follow } = request
  const checked = (next: string) => {
    if (follow === 'anywhere') requireOutside(next)
    return allowed(next)
  }
  let url = checked(address)
  let headers = request.headers ?? {}
  // Whoever redirects has no more time, nor bytes, than whoever answers at once.
  const signal = AbortSignal.timeout(timeoutMs)
  let mostBytes = request.mostBytes ?? usualBytes
  for (let redirects = 0; ; redirects++) {
    const answer = await once(url, { ...request, headers, mostBytes }, signal)
    if (answer.status < 300 || answer.status >= 400) return answer
    const mayFollow = follow && method === 'GET' && redirects < mostRedirects
    const next = mayFollow ? nextOf(url, answer.headers.get('location'), follow) : null
    if (!next) throw new OutgoingError(`${url.host} answered with a redirect.`)
    if (next.origin !== url.origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => isForAnybody(name)))
    mostBytes -= answer.bytes.length
    url = checked(next.href)
  }
}

async function once(
  url: URL,
  { method = 'GET', headers = {}, body, mostBytes }: OutgoingRequest & { mostBytes: number },
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const { answer, close } = await openOutgoing(url, {
    method,
    headers: Object.entries(headers),
    body: body ?? null,
    signal,
  })
  try {
    return await read(answer, url, mostBytes)
  } finally {
    await close()
  }
}

export interface OutgoingCall {
  method: string
  headers: [name: string, value: string][]
  body: string | Uint8Array | Readable | null
  /** Ends the call, its answer included. */
  signal: AbortSignal
}

export interface OpenCall {
  /** As it came: nothing is decompressed, and its content has not been read. */
  answer: Dispatcher.ResponseData
  close: () => Promise<void>
}

/**
 * Makes one call to an address that `allowed` let through, and answers when its answer begins. Follows no redirect.
 * Throws OutgoingError; otherwise the caller closes it.
 */
export async function openOutgoing(url: URL, call: OutgoingCall): Promise<OpenCall> {
  const lookup = await checkedLookup(url)
  // A client of its own for the call: `node:https` of the hosted runtime (Deno 2.1) knows no `lookup`.
  const client = new Client(url.origin, { connect: { lookup } })
  const close = () => client.destroy().catch(() => undefined)
  try {
    const answer = await client.request({
      ...call,
      method: call.method as Dispatcher.HttpMethod,
      path: `${url.pathname}${url.search}`,
      headers: call.headers.flat(),
    })
    return { answer, close }
  } catch {
    await close()
    const reason = call.signal.aborted ? 'did not answer in time' : 'could not be reached'
    throw new OutgoingError(`${url.host} ${reason}.`)
  }
}

async function read(answer: Dispatcher.ResponseData, url: URL, mostBytes: number): Promise<OutgoingAnswer> {
  const bytes = await bounded(answer.body, url, mostBytes)
  const text = () => new TextDecoder().decode(bytes)
  return {
    url,
    status: answer.statusCode,
    headers: new Headers(
      Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    bytes,
    get text() {
      return text()
    },
    json<T>() {
      try {
        return JSON.parse(text()) as T
      } catch {
        throw new OutgoingError(`${url.host} did not answer with JSON.`)
      }
    },
  }
}

/**
 * Refuses hosts of private networks that the operator opened to integrations: an administrator chose those, and gets no
 * content from them; what anybody names, and reads, stays outside.
 */
export function requireOutside(address: string): void {
  if (privateHosts().includes(allowed(address).host)) throw new OutgoingError(inside)
}

/** The address, if it may be called at all. */
export function allowed(address: string): URL {
  if (!URL.canParse(address)) throw new OutgoingError(sentenceOf('address_invalid'))
  const url = new URL(address)
  const relaxed = setting('WAYMARK_ALLOW_HTTP_PROVIDERS') === '1'
  if (url.protocol !== 'https:' && !(relaxed && url.protocol === 'http:'))
    throw new OutgoingError(sentenceOf('address_not_https'))
  if (url.username || url.password) throw new OutgoingError('The address must not hold a name or a password.')
  refuseName(nameOf(url), url.host)
  return url
}

/**
 * Resolves a host and answers with a resolver that knows just these addresses: asked a second time the real one could
 * say another. Refuses a host inside our network, by its name or by any address that it leads to, and one that leads
 * nowhere.
 */
export async function checkedLookup(url: URL): Promise<LookupFunction> {
  const name = nameOf(url)
  refuseName(name, url.host)
  const found = await addressesOf(name, url.host)
  for (const { address } of found) refuseAddress(address, url.host)
  const [first] = found
  if (!first) throw new OutgoingError(`${url.host} could not be reached.`)
  return (_name, options, done) => {
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  }
}

async function addressesOf(name: string, host: string): Promise<LookupAddress[]> {
  const literal = addressIn(name)
  if (literal !== null) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
  return mayBeInside(host) ? addressesBySystem(name) : addressesByDns(name)
}

/** The host as it is compared: without brackets, and without the dot that may end a name. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
}

function refuseName(name: string, host: string): void {
  if (name === 'metadata.google.internal') throw new OutgoingError(notAllowed)
  const literal = addressIn(name)
  if (literal !== null) refuseAddress(literal, host)
  const isInside = literal === null && (/(^|\.)(localhost|internal)$/.test(name) || !name.includes('.'))
  if (isInside && !mayBeInside(host)) throw new OutgoingError(inside)
}

function refuseAddress(address: string, host: string): void {
  // A zone ("%eth0") belongs to the machine that it was said on.
  if (addressIn(address) === null || isMetadata(address)) throw new OutgoingError(notAllowed)
  if (!isOutside(address) && !mayBeInside(host)) throw new OutgoingError(inside)
}

const notAllowed = sentenceOf('address_not_allowed')
const inside = sentenceOf('address_inside')

function mayBeInside(host: string): boolean {
  return setting('WAYMARK_ALLOW_HTTP_PROVIDERS') === '1' || privateHosts().includes(host)
}

async function bounded(
  answer: AsyncIterable<Uint8Array>,
  url: URL,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      size += chunk.length
      if (size > mostBytes) throw new OutgoingError(`${url.host} answered with too much.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError(`${url.host} stopped answering.`)
  }
  const whole = new Uint8Array(size)
  chunks.reduce((at, chunk) => {
    whole.set(chunk, at)
    return at + chunk.length
  }, 0)
  return whole
}

/** What the database is told of this: null where any host may be called, by plain HTTP too. */
export function insideHosts(): string[] | null {
  return setting('WAYMARK_ALLOW_HTTP_PROVIDERS') === '1' ? null : privateHosts()
}

/** Hosts of private networks that the operator lets integrations call. */
function privateHosts(): string[] {
  return (setting('WAYMARK_PRIVATE_PROVIDER_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean)
}
