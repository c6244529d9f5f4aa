/** The largest body of a request in bytes, by who sends it: all of it lies in memory, and is read in one go. */
export interface BodyBounds {
  visitors: number
  callers: number
  /** The service's own key. */
  service: number
}

const KIB = 1024
export const BODY_BOUNDS: BodyBounds = { visitors: 64 * KIB, callers: 1024 * KIB, service: 32 * 1024 * KIB }

/** The largest body that a role may send. The role is that of a token whose signature was verified, never what a request says. */
export function bodyBound(
  role: string,
  { visitors, callers, service }: BodyBounds = BODY_BOUNDS,
  anonRole = 'anon',
): number {
  if (role === anonRole) return visitors
  return role === 'service_role' ? service : callers
}
