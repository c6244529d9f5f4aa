// Where a redirect of an outgoing call may lead. What is asked of an address that was chosen is asked of each hop anew.

/** Within the origin, to which what the caller says belongs; or anywhere, for what carries nothing of anybody. */
export type Follow = 'origin' | 'anywhere'

export const mostRedirects = 3

/** Where a redirect leads, if it may be followed: never from https down to http. */
export function nextOf(url: URL, location: string | null, follow: Follow): URL | null {
  if (location === null || !URL.canParse(location, url.href)) return null
  const next = new URL(location, url)
  if (next.origin === url.origin) return next
  return follow === 'anywhere' && !(url.protocol === 'https:' && next.protocol !== 'https:') ? next : null
}

/** Whether any server may be told a header, and not just the one that the request was meant for. */
export function isForAnybody(name: string): boolean {
  return /^(?:accept|accept-encoding|user-agent)$/i.test(name)
}
