// The addresses of a host that a stranger may have named: its nameserver may be theirs too, and answer as late as it likes.
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'

const patienceMs = 3_000

/**
 * The addresses of a host, those of IPv4 first; none where there are none, or where they do not come in three seconds. Asked
 * of DNS itself: the system's resolver (getaddrinfo) waits as long as its own configuration says, in one of four threads
 * that file access and compression of the whole process share.
 */
export async function addressesByDns(name: string, servers?: string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  const over = new AbortController()
  // The resolver's own time is for one server of several, and the hosted runtime (Deno 2.1) has neither it nor a way to cancel.
  const late = delay(patienceMs, [], { signal: over.signal }).catch(() => [])
  try {
    const [four, six] = await Promise.all(
      [resolver.resolve4(name), resolver.resolve6(name)].map((asked) =>
        Promise.race([asked.catch(() => []), late]),
      ),
    )
    return [
      ...(four ?? []).map((address) => ({ address, family: 4 })),
      ...(six ?? []).map((address) => ({ address, family: 6 })),
    ]
  } finally {
    over.abort()
  }
}

/** The addresses by the system's resolver, which knows its hosts file too: for names that the operator chose. */
export async function addressesBySystem(name: string): Promise<LookupAddress[]> {
  return await lookup(name, { all: true }).catch(() => [])
}
