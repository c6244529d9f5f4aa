// An answer as the host of a workspace may give it. The app lives on the same origin: nothing that a description says may
// run there, set a cookie, send a browser elsewhere or ask for a password
// (docs/decisions/0196-mocked-answers-on-our-origin.md).
import type { MockResult } from '../engine/types.ts'

type Answer = Extract<MockResult, { kind: 'answer' }>

const mostBytes = 2 * 1024 * 1024

const notTheirs = new RegExp(
  `^(${[
    'set-cookie2?',
    'connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-(length|encoding|type|security-policy.*)|date|server|via',
    'access-control-.*|cross-origin-.*|sec-.*|proxy-.*|cache-control|vary|alt-svc|refresh|sourcemap|clear-site-data',
    'strict-transport-security|public-key-pins.*|expect-ct|service-worker.*|origin-agent-cluster|permissions-policy',
    'document-policy.*|feature-policy|referrer-policy|nel|report-to|reporting-endpoints|speculation-rules|supports-loading-mode',
    'accept-ch|critical-ch|attribution-reporting-.*|observe-browsing-topics|use-as-dictionary|available-dictionary|activate-.*',
    'x-(accel|sendfile|lighttpd|litespeed|reproxy|frame|content-|xss|dns|sourcemap|waymark|forwarded|request-id|supabase|sb).*|sb-.*',
  ].join('|')})$`,
  'i',
)

/** The headers of an answer beside those that every answer has. */
export function safeHeaders({ status, headers, mediaType }: Answer): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of headers) {
    const isHeader = /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && /^[\t\x20-\x7e]{0,2000}$/.test(value)
    if (!isHeader || notTheirs.test(name)) continue
    if (/^location$/i.test(name) && status >= 300 && status < 400) continue
    if (/^www-authenticate$/i.test(name) && !/^bearer\b/i.test(value)) continue
    safe[name] = value
  }
  return { ...safe, ...(mediaType ? { 'Content-Type': harmlessType(mediaType) } : {}), ...confinement }
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
