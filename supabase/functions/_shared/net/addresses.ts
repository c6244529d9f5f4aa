// Which addresses lie in the public internet. A list of those that do not would always lack one: what is not global
// unicast is inside.
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The address that a text is, or null for a name. Without the brackets that URLs put around it. */
export function addressIn(host: string): string | null {
  const plain = host.replace(/^\[|\]$/g, '')
  // Other spellings of IPv4 ("0x7f.1") are names here: a URL has made one of them already.
  return ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain) ? plain : null
}

/** Whether an address is one of the public internet. */
export function isOutside(address: string): boolean {
  const parsed = ipaddr.parse(address)
  // Of IPv6 only 2000::/3 is given out; the rest of what counts as unicast embeds IPv4 addresses or is reserved.
  const isGiven = !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
  return isGiven && parsed.range() === 'unicast'
}

/** Addresses that clouds answer their own secrets at, and the link-local ones. */
const metadata: [Address, number][] = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
].map((range) => ipaddr.parseCIDR(range))

/** Whether secrets of a cloud are answered there, also by an IPv4 address inside an IPv6 one. */
export function isMetadata(address: string): boolean {
  const parsed = ipaddr.parse(address)
  const meant: Address[] = parsed instanceof ipaddr.IPv6 ? [parsed, ...embedded(parsed)] : [parsed]
  return meant.some((one) =>
    metadata.some(([range, bits]) => one.kind() === range.kind() && one.match(range, bits)),
  )
}

/** Where translators find an IPv4 address: in the last 32 bits, and of 6to4 behind the prefix. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray()
  return [bytes.slice(12), bytes.slice(2, 6)].map((four) => new ipaddr.IPv4(four))
}
