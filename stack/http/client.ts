// Who is asking: what a trusted proxy says, never what a client claims of itself.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

export interface Client {
  address: string
  proto: 'http' | 'https'
  host: string
}

/**
 * Reads the client behind `trustedHops` proxies (0: the peer of the connection itself). A peer on this machine is
 * believed by one hop in any case: the functions tell for whom they call.
 */
export function clientOf(req: IncomingMessage, trustedHops: number): Client {
  const peer = asIPv4(req.socket.remoteAddress) ?? ''
  const host = req.headers.host ?? ''
  const hops = trustedHops < 1 && isLoopback(peer) ? 1 : trustedHops
  const claimed = hops < 1 ? undefined : asIPv4(list(req.headers['x-forwarded-for']).at(-hops))
  const address = claimed && isIP(claimed) ? claimed : peer
  if (trustedHops < 1) return { address, proto: 'http', host }
  const proto = list(req.headers['x-forwarded-proto']).at(-1) === 'https' ? 'https' : 'http'
  return { address, proto, host: list(req.headers['x-forwarded-host']).at(-1) ?? host }
}

/** Replaces the forwarding headers by what is known, so that the services behind need no judgement. */
export function writeClientHeaders(req: IncomingMessage, client: Client): void {
  delete req.headers.forwarded
  req.headers.host = client.host
  req.headers['x-forwarded-for'] = client.address
  req.headers['x-real-ip'] = client.address
  req.headers['x-forwarded-host'] = client.host
  req.headers['x-forwarded-proto'] = client.proto
}

/** What counts as one client: an address, or the network of 64 bits of which IPv6 gives everybody a whole one. */
export function networkOf(address: string): string {
  return prefixOf(address, 64)
}

/** What holds places that all share, such as connections and memory: of IPv6 48 bits, which have 65,536 such networks. */
export function siteOf(address: string): string {
  return prefixOf(address, 48)
}

function prefixOf(address: string, bits: number): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`
}

/** Sockets and proxies that speak both write IPv4 as IPv6: it is one address of many, not one network. */
function asIPv4(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '')
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

function list(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
}
