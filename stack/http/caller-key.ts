import type { Verified } from '../jwt.ts'
import { siteOf } from './client.ts'

/**
 * Who is asking, where callers share what there is little of (connections, say): a person, or the site of the
 * address that the gateway wrote. Undefined for the service's own key, which acts for many.
 */
export function callerKey(
  { role, claims }: Pick<Verified, 'role' | 'claims'>,
  forwardedFor: string | undefined,
): string | undefined {
  if (role === 'service_role') return undefined
  return typeof claims.sub === 'string' ? claims.sub : siteOf(forwardedFor ?? '')
}
