import { workspaceOrigin } from '../../shared/config/paths.ts'

const subdomain = /^[a-z0-9-]{1,20}$/i
const host = /^(?=.{1,253}(:\d{1,5})?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}(:\d{1,5})?$/i

/**
 * Address of a workspace from what somebody typed: a sub-domain, a host or a URL.
 * Null when it is none of these; only the origin is kept, and only of http and https.
 */
export function workspaceAddress(entry: string): string | null {
  const text = entry.trim()
  if (!text.includes('.')) return subdomain.test(text) ? workspaceOrigin(text.toLowerCase()) : null
  const bare = text.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, '')
  if (!host.test(bare)) return null
  const scheme = /^https?:/i.exec(text)?.[0].toLowerCase() ?? window.location.protocol
  return `${scheme}//${bare.toLowerCase()}`
}
