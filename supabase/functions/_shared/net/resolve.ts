// The addresses of a host that a stranger may have named: its nameserver may be theirs too, and answer as late as it likes.
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

const patienceMs = 3_000

/**
 * The addresses of a host, those of IPv4 first; none where there are none, or where they do not come in three seconds. Asked
 * of DNS itself: the system's resolver (getaddrinfo) waits as long as its own configuration says, in one of four threads
 * that file access and compression of the whole process share.
 */
export async function addressesByDns(name: string, servers?: string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  // Node's own time is for one server of several; Deno's resolver has none.
  const late = setTimeout(() => resolver.cancel(), patienceMs)
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch(() => []),
      resolver.resolve6(name).catch(() => []),
    ])
    return [
      ...four.map((address) => ({ address, family: 4 })),
      ...six.map((address) => ({ address, family: 6 })),
    ]
  } finally {
    clearTimeout(late)
  }
}

/** The addresses by the system's resolver, which knows its hosts file too: for names that the operator chose. */
export async function addressesBySystem(name: string): Promise<LookupAddress[]> {
  return await lookup(name, { all: true }).catch(() => [])
}
