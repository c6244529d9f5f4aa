import ipaddr from 'ipaddr.js'

/**
 * The person's address: the entry of X-Forwarded-For that the outermost of our own proxies wrote.
 * What stands left of it came from the client and proves nothing. Null when there is no such entry.
 */
export function clientAddress(headers: Headers, trustedHops: number): string | null {
  const chain = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  const address = trustedHops < 1 ? undefined : chain.at(-trustedHops)
  return address && isAddress(address) ? address : null
}

function isAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (/^[0-9a-f:.]{2,45}$/i.test(text) && text.includes(':'))
}

/** What counts as one client: an address, or the network of 64 bits of which IPv6 gives everybody a whole one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.parse(address)
  if (!(parsed instanceof ipaddr.IPv6) || parsed.isIPv4MappedAddress()) return address
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::`
}
