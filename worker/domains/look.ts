// What DNS says of a custom domain: whether the proof of its owner is there, and whether it leads here.
import { Resolver } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'

export interface DomainLook {
  proof: 'found' | 'missing' | 'other' | 'unanswered'
  route: 'found' | 'missing' | 'elsewhere' | 'unanswered'
  /** Those of the base host. */
  addresses: string[]
}

interface Asked {
  domain: string
  token: string
  baseHost: string
}

const PATIENCE_MS = 2_000
const TRIES = 2
const MOST_HOPS = 8
/** Name servers of a customer may be slow on purpose, hop after hop: all their answers have to be there by then. */
const LOOK_MS = 8_000
const MOST_ADDRESSES = 16

/** Asks these servers, or those of the machine; none of them for long. */
export function resolverOf(servers: string[]): Resolver {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

/** Looks at the records of a domain. Never rejects: name servers that do not answer are a finding. */
export async function lookAtDomain(resolver: Resolver, asked: Asked): Promise<DomainLook> {
  const [proof, own, route] = await Promise.all([
    inTime(proofOf(resolver, asked)),
    inTime(addressesOf(resolver, asked.baseHost)),
    inTime(routeOf(resolver, asked)),
  ])
  const addresses = own === 'unanswered' ? [] : own.toSorted().slice(0, MOST_ADDRESSES)
  if (typeof route === 'string') return { proof, route, addresses }
  if (route.length === 0) return { proof, route: 'missing', addresses }
  if (own === 'unanswered') return { proof, route: 'unanswered', addresses }
  // All of them: of two addresses half the visitors would go elsewhere.
  return { proof, route: route.every((one) => own.includes(one)) ? 'found' : 'elsewhere', addresses }
}

/** The answer, unless it comes too late. */
async function inTime<T>(answer: Promise<T>): Promise<T | 'unanswered'> {
  const over = new AbortController()
  try {
    return await Promise.race([answer, setTimeout(LOOK_MS, 'unanswered' as const, { signal: over.signal })])
  } finally {
    over.abort()
  }
}

async function proofOf(resolver: Resolver, { domain, token }: Asked): Promise<DomainLook['proof']> {
  const records = await answers(resolver.resolveTxt(`_waymark.${domain}`))
  if (records === 'unanswered') return records
  const wanted = `waymark-domain=${token}`
  if (records.some((parts) => parts.join('').trim() === wanted)) return 'found'
  return records.length === 0 ? 'missing' : 'other'
}

/** Found by a name of ours at the end of its aliases; else the addresses that it has. */
async function routeOf(
  resolver: Resolver,
  { domain, baseHost }: Asked,
): Promise<'found' | 'unanswered' | string[]> {
  let name = domain
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const aliases = await answers(resolver.resolveCname(name))
    if (aliases === 'unanswered') return aliases
    const next = aliases[0]?.toLowerCase().replace(/\.$/, '')
    if (next === undefined) break
    if (next === baseHost || next.endsWith(`.${baseHost}`)) return 'found'
    name = next
  }
  return addressesOf(resolver, domain)
}

async function addressesOf(resolver: Resolver, name: string): Promise<string[] | 'unanswered'> {
  const [four, six] = await Promise.all([answers(resolver.resolve4(name)), answers(resolver.resolve6(name))])
  // One kind alone would say less than is so: nobody is judged by half an answer.
  return four === 'unanswered' || six === 'unanswered' ? 'unanswered' : [...four, ...six]
}

/** The records; none where the name servers say so. */
async function answers<T>(asked: Promise<T[]>): Promise<T[] | 'unanswered'> {
  try {
    return await asked
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : 'unanswered'
  }
}
