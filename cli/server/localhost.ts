import dns from 'node:dns'

/**
 * Has this process look for names below `localhost` on this machine (RFC 6761 §6.3). Browsers do, and a Waymark on a laptop
 * shows such addresses; but many resolvers know none of them, and `fetch` takes neither a resolver nor a Host of ours.
 */
export function resolveLocalhost(): void {
  const { lookup } = dns
  const here = (name: unknown) => (String(name).endsWith('.localhost') ? '127.0.0.1' : name)
  Object.defineProperty(dns, 'lookup', {
    ...Object.getOwnPropertyDescriptor(dns, 'lookup'),
    value: Object.assign(
      (name: unknown, ...rest: unknown[]): unknown => Reflect.apply(lookup, dns, [here(name), ...rest]),
      lookup,
    ),
  })
}
