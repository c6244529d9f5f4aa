// Hosts of workspaces: sub-domains of the base host and custom domains, or the base host itself where there is one workspace.
import { config } from '../config.ts'
import { workspaceSlugPattern } from '../domain/slugs.ts'
import type { AppContext } from './context.ts'
import { domainAt, domainOrigin } from './served-domain.ts'

/** Whether one company has the installation to itself. */
export const isSingleTenant = () => Deno.env.get('WAYMARK_MODE') === 'single_tenant'

/** The slug that a host name (without a port) says; null for the base host and for foreign ones. */
export function slugOfHost(hostname: string): string | null {
  const suffix = `.${config().baseUrl.hostname}`
  const slug = hostname.endsWith(suffix) ? hostname.slice(0, -suffix.length) : ''
  return workspaceSlugPattern.test(slug) ? slug : null
}

/** The workspace that a host (with or without a port) is of, or the installation's only one; null for neither. */
export async function workspaceSlugAt(host: string): Promise<string | null> {
  return ownSlugAt(host) ?? (isSingleTenant() ? null : ((await domainAt(host))?.slug ?? null))
}

/** The workspace whose host a request came to. */
export function workspaceSlugOf(c: AppContext): string | null {
  return ownSlugAt(hostOf(c.req.raw.headers)) ?? c.get('domain')?.slug ?? null
}

/** The host that a request came to, as our own proxies say. */
export function hostOf(headers: Headers): string {
  return headers.get('x-forwarded-host') ?? headers.get('host') ?? ''
}

/** The address of a workspace's own host, which it always has. */
export function workspaceOrigin(slug: string): string {
  const { origin, protocol, host } = config().baseUrl
  return isSingleTenant() ? origin : `${protocol}//${slug}.${host}`
}

/** The address that a workspace is found at by others: its custom domain while it is served there, else its own host. */
export function siteOrigin({ slug, domain }: { slug: string; domain?: string | null }): string {
  return domain ? domainOrigin(domain) : workspaceOrigin(slug)
}

/** The address that a request came to: a custom domain, or the base host, where all of ours lead. */
export function originOf(c: AppContext): string {
  return c.get('domain')?.origin ?? config().baseUrl.origin
}

function ownSlugAt(host: string): string | null {
  if (isSingleTenant()) return Deno.env.get('WAYMARK_WORKSPACE_SLUG') || null
  return slugOfHost(host.toLowerCase().replace(/:\d+$/, ''))
}
