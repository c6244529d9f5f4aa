import { networkOf } from './gateway/client.ts'
import type { Verified } from './jwt.ts'

/**
 * Whose share of what there is only a few of a request takes: a person's, or that of the address the gateway wrote.
 * Undefined for the service's own key, which acts for many.
 */
export function sharerOf(
  { role, claims }: Pick<Verified, 'role' | 'claims'>,
  forwardedFor: string | undefined,
): string | undefined {
  if (role === 'service_role') return undefined
  return typeof claims.sub === 'string' ? claims.sub : networkOf(forwardedFor ?? '')
}
