// Hosts of workspaces: sub-domains of the base host, or the base host itself where there is one workspace.
import { config } from '../config.ts'
import { workspaceSlugPattern } from '../domain/slugs.ts'

const isSingle = () => Deno.env.get('WAYMARK_MODE') === 'single_tenant'

/** The slug that a host name (without a port) says; null for the base host and for foreign ones. */
export function slugOfHost(hostname: string): string | null {
  const suffix = `.${config().baseUrl.hostname}`
  const slug = hostname.endsWith(suffix) ? hostname.slice(0, -suffix.length) : ''
  return workspaceSlugPattern.test(slug) ? slug : null
}

/** The workspace that a host (with or without a port) is of, or the installation's only one; null for neither. */
export function workspaceSlugAt(host: string): string | null {
  if (isSingle()) return Deno.env.get('WAYMARK_WORKSPACE_SLUG') || null
  return slugOfHost(host.toLowerCase().replace(/:\d+$/, ''))
}

/** The workspace whose host a request came to. */
export function workspaceSlugOf(headers: Headers): string | null {
  return workspaceSlugAt(headers.get('x-forwarded-host') ?? headers.get('host') ?? '')
}

/** The address of a workspace's host. */
export function workspaceOrigin(slug: string): string {
  const { origin, protocol, host } = config().baseUrl
  return isSingle() ? origin : `${protocol}//${slug}.${host}`
}
