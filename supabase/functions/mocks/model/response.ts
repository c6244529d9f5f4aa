// An answer as the host of a workspace may give it. The app lives on the same origin: nothing that a description says may
// run there, set a cookie, send a browser elsewhere or ask for a password
// (docs/decisions/0196-mocked-answers-on-our-origin.md).
import type { MockResult } from '../engine/types.ts'

type Answer = Extract<MockResult, { kind: 'answer' }>

const mostBytes = 2 * 1024 * 1024

// What a client of an API reads of an answer. What speaks to a browser, a cache or a proxy would speak for our origin.
const theirs = new RegExp(
  `^(${[
    'allow|accept-(patch|post)|content-language|deprecation|sunset|warning|preference-applied|retry-after|ratelimit.*',
    'api-.*|x-.*|.*-(id|version|count|total|limit|remaining|reset|cursor|page|pages)',
    'link|location|www-authenticate',
  ].join('|')})$`,
  'i',
)
// Beside these: browsers, caches and servers have invented names that begin or end so, too.
const notTheirs = new RegExp(
  `^(${[
    'sec-.*|sb-.*|hx-.*|origin-.*|if-.*|access-.*|cross-.*|proxy-.*|content-(?!language).*',
    'x-(accel|sendfile|lighttpd|litespeed|reproxy|frame|content-|xss|dns|source-?map|waymark|forwarded|request-id|supabase|sb).*',
    'x-(ua-compatible|robots|permitted|download|webkit|middleware|nextjs|vercel|original|rewrite|redirect|http-method).*',
    'x-(cache|varnish|purge|surrogate|pingback|turbo|inertia|csp|service-worker|amz-website|proxy|esi|fastly|cdn|edge).*',
  ].join('|')})$`,
  'i',
)

/** The headers of an answer beside those that every answer has. */
export function safeHeaders({ status, headers, mediaType }: Answer): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of headers) {
    const isHeader = /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && /^[\t\x20-\x7e]{0,2000}$/.test(value)
    if (!isHeader || !theirs.test(name) || notTheirs.test(name)) continue
    // Where something was made; any other one is where a browser is to go.
    if (/^location$/i.test(name) && status !== 201 && status !== 202) continue
    if (/^link$/i.test(name) && !isPaging(value)) continue
    if (/^www-authenticate$/i.test(name) && !/^bearer\b/i.test(value)) continue
    safe[name] = value
  }
  return { ...safe, ...(mediaType ? { 'Content-Type': harmlessType(mediaType) } : {}), ...confinement }
}

const page = /^\s*<[^<>"\s]{1,1000}>\s*;\s*rel\s*=\s*"?(?:next|prev|previous|first|last|self)"?\s*$/i

/** Whether links lead from page to page of a list: others have a browser load, connect or keep something. */
function isPaging(link: string): boolean {
  return link.split(',').every((one) => page.test(one))
}

/** A page that somebody opens here runs nothing and belongs to nobody; other origins may read all of it. */
export const confinement = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** The body as it goes out; null where the status has none, undefined where it is too large. */
export function safeBody({ status, body }: Answer, method: string): string | null | undefined {
  if (method === 'HEAD' || [204, 205, 304].includes(status)) return null
  return (body?.length ?? 0) <= mostBytes ? body : undefined
}

// What scripts and style sheets are taken from is a text.
function harmlessType(mediaType: string): string {
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\w\s!#$&^.+="-]*)?$/.test(mediaType))
    return 'application/octet-stream'
  const isRun = /script|\bcss\b|wasm|manifest|importmap|speculationrules|pdf|flash|java|multipart/i.test(
    mediaType,
  )
  return isRun ? 'text/plain; charset=utf-8' : mediaType
}
