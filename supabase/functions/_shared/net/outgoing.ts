// Calls to hosts that a workspace's administrator chose. They must not become calls into our own network: https only,
// no redirects, bounded in time and size, never to addresses that clouds answer their own secrets at.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

const timeoutMs = 10_000
const mostBytes = 1024 * 1024

/** A host that could not be asked, or answered nonsense; the message is fit to show. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingAnswer {
  status: number
  headers: Headers
  text: string
  json<T>(): T
}

/** Fetches an address of a provider. Throws OutgoingError when it may not, cannot or does not answer in bounds. */
export async function fetchOutgoing(address: string, init: RequestInit = {}): Promise<OutgoingAnswer> {
  const url = allowed(address)
  await requireOutside(url)
  let response: Response
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new OutgoingError(`${url.host} could not be reached.`)
  }
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw new OutgoingError(`${url.host} answered with a redirect.`)
  }
  const text = await bounded(response, url)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json<T>() {
      try {
        return JSON.parse(text) as T
      } catch {
        throw new OutgoingError(`${url.host} did not answer with JSON.`)
      }
    },
  }
}

/** The address, if it may be called at all. */
export function allowed(address: string): URL {
  if (!URL.canParse(address)) throw new OutgoingError('Must be a valid URL.')
  const url = new URL(address)
  const relaxed = Deno.env.get('WAYMARK_ALLOW_HTTP_PROVIDERS') === '1'
  if (url.protocol !== 'https:' && !(relaxed && url.protocol === 'http:'))
    throw new OutgoingError('The address must begin with https://.')
  if (url.username || url.password) throw new OutgoingError('The address must not hold a name or a password.')
  refuseInside(url.hostname.replace(/^\[|\]$/g, '').toLowerCase(), url.host)
  return url
}

/**
 * Refuses a host inside our network, by its address or by where its name leads at this moment. A name that changes
 * between this and the call is not caught: of https the certificate is in its way.
 */
export async function requireOutside({ hostname, host }: URL): Promise<void> {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  refuseInside(name, host)
  if (isIP(name)) return
  // A name that leads nowhere fails when it is called.
  const found = await lookup(name, { all: true }).catch(() => [])
  for (const { address } of found) refuseInside(address.toLowerCase(), host)
}

function refuseInside(address: string, host: string): void {
  if (isMetadata(address)) throw new OutgoingError('This address is not allowed.')
  const relaxed = Deno.env.get('WAYMARK_ALLOW_HTTP_PROVIDERS') === '1'
  if (isPrivate(address) && !relaxed && !privateHosts().includes(host))
    throw new OutgoingError('Addresses of private networks are not allowed on this installation.')
}

async function bounded(response: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > mostBytes) throw new OutgoingError(`${url.host} answered with too much.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw new OutgoingError(`${url.host} stopped answering.`)
  }
  return new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

/** Hosts of private networks that the operator lets integrations call. */
function privateHosts(): string[] {
  return (Deno.env.get('WAYMARK_PRIVATE_PROVIDER_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean)
}

/** Link-local addresses, where clouds keep their metadata. */
function isMetadata(host: string): boolean {
  return (
    /^(::ffff:)?169\.254\./.test(host) ||
    /^(::ffff:a9fe|fe[89ab][0-9a-f]):/.test(host) ||
    host === 'metadata.google.internal' ||
    host === 'fd00:ec2::254'
  )
}

function isPrivate(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal') || !/[.:]/.test(host))
    return true
  if (/^(127|10|0)\./.test(host) || /^192\.168\./.test(host) || /^172\.(1[6-9]|2\d|3[01])\./.test(host))
    return true
  if (/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host) || /^198\.1[89]\./.test(host)) return true
  // With an IPv4 address inside: mapped, or by a translator's prefix (RFC 6052).
  if (host.startsWith('::ffff:') || host.startsWith('64:ff9b:')) return true
  return host === '::1' || host === '::' || (host.includes(':') && /^f[cde]/.test(host))
}
