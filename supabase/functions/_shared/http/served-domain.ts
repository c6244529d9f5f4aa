// Custom domains: a host that is none of ours by its name may be a workspace's own, which the database alone knows.
import { config } from '../config.ts'
import { keyHeaders } from '../db/keys.ts'
import { clientWith, declaredRowsOf } from '../db/rest.ts'
import type { WorkspaceSite } from '../domain/rows.ts'
import type { ServedDomain } from '../domain/served-domain.ts'
import { isOwnHost } from './origin.ts'

// Where functions have another name inside than outside, each of their requests would ask.
const keptMs = 1_000
const mostKept = 500
const kept = new Map<string, { found: Promise<ServedDomain | null>; until: number }>()

/** The workspace that is served at a host (with or without a port) as its custom domain; null for every other host. */
export async function domainAt(host: string): Promise<ServedDomain | null> {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const isName = name.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(name)
  if (!isName || isOwnHost(name, config().baseUrl)) return null
  const known = kept.get(name)
  if (known && known.until > performance.now()) return known.found
  const found = lookUp(name)
  kept.delete(name)
  kept.set(name, { found, until: performance.now() + keptMs })
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.delete(oldest)
  }
  found.catch(() => kept.delete(name))
  return found
}

/** The address of a custom domain, at the scheme and port of the installation. */
export function domainOrigin(domain: string): string {
  const { protocol, port } = config().baseUrl
  return `${protocol}//${domain}${port && `:${port}`}`
}

async function lookUp(name: string): Promise<ServedDomain | null> {
  const database = clientWith(keyHeaders(config().anonKey))
  const site: WorkspaceSite | null = declaredRowsOf(
    await database.rpc('workspace_by_domain', { p_domain: name }),
  )
  return site && { domain: name, origin: domainOrigin(name), workspaceId: site.id, slug: site.slug }
}
