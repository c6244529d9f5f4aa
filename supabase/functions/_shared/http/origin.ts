// Which sites are ours: decides who may use the cookie, and on which domain it stands.

export interface Site {
  baseUrl: URL
  customOrigins: string[]
}

/** Whether an origin is the base host, one of its sub-domains, or a configured custom domain. */
export function isOwnOrigin(origin: string, site: Site): boolean {
  if (site.customOrigins.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  const { protocol, port } = site.baseUrl
  return url.protocol === protocol && url.port === port && isOwnHost(url.hostname, site.baseUrl)
}

/**
 * Whether a request may use the session cookie. Browsers name the origin of every POST; who sends none
 * and is no browser (no Sec-Fetch-Site either) has no cookie that somebody else could ride on. A custom domain has cookies
 * of its own, for its own pages.
 * @param domain the custom domain that the request came to
 */
export function mayUseCookie(
  headers: Headers,
  site: Site,
  domain: { origin: string } | null = null,
): boolean {
  const origin = headers.get('origin')
  if (origin) return isOwnOrigin(origin, site) || origin === domain?.origin
  const fetchSite = headers.get('sec-fetch-site')
  return fetchSite === null || fetchSite === 'same-origin' || fetchSite === 'none'
}

/** Domain attribute of the cookie: the base host, so that all workspaces share it; none on a custom domain. */
export function cookieDomain(headers: Headers, { baseUrl }: Site): string | undefined {
  const base = baseUrl.hostname
  if (!base.includes('.') || /^[\d.]+$|:/.test(base)) return undefined
  const host = siteHost(headers)
  return host === undefined || isOwnHost(host, baseUrl) ? base : undefined
}

/** Whether cookies must be Secure: everywhere but on localhost. */
export function secureCookie({ baseUrl }: Site): boolean {
  const { hostname } = baseUrl
  return !(hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1')
}

// The origin is the page's own word; behind a rewriting proxy the Host may be an inner name.
function siteHost(headers: Headers): string | undefined {
  const origin = headers.get('origin')
  if (origin && URL.canParse(origin)) return new URL(origin).hostname
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return host?.replace(/:\d+$/, '')
}

/** Whether a host name (without a port) is the base host or below it. */
export function isOwnHost(hostname: string, baseUrl: URL): boolean {
  return hostname === baseUrl.hostname || hostname.endsWith(`.${baseUrl.hostname}`)
}
