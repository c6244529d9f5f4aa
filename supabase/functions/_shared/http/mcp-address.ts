// Where agents ask a workspace, and where they are let in to it.
import type { ServedDomain } from '../domain/served-domain.ts'
import type { AppContext } from './context.ts'
import { domainOrigin } from './served-domain.ts'
import { workspaceOrigin, workspaceSlugOf } from './workspace-host.ts'

const path = '/api/v1/mcp'

/** The address of the server that a request came to; null at a host of no workspace. */
export function mcpAddressOf(c: AppContext): string | null {
  const slug = workspaceSlugOf(c)
  return slug && `${originAt(slug, c.get('domain'))}${path}`
}

/** All addresses of a workspace's server, its own host first. */
export function mcpAddresses(slug: string, domain: string | null): string[] {
  return [workspaceOrigin(slug), ...(domain ? [domainOrigin(domain)] : [])].map(
    (origin) => `${origin}${path}`,
  )
}

/** Where the metadata of that server is (RFC 9728, section 3.1): its path goes behind the well-known name. */
export function mcpMetadataAddress(c: AppContext): string | null {
  const slug = workspaceSlugOf(c)
  return slug && `${originAt(slug, c.get('domain'))}/.well-known/oauth-protected-resource${path}`
}

function originAt(slug: string, domain: ServedDomain | null): string {
  return domain?.origin ?? workspaceOrigin(slug)
}
