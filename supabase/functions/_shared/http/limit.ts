import { signedIn } from '../auth/caller.ts'
import { throttle } from '../db/service.ts'
import { networkOf } from './client-address.ts'
import type { AppContext } from './context.ts'
import { tooManyRequests } from './problem.ts'

/** Refuses with 429 once the caller (or the project of a CI token, or, signed out, their address) has done `name` more than `maximum` times. */
export async function limit(
  c: AppContext,
  name: string,
  maximum: number,
  windowSeconds: number,
): Promise<void> {
  const wait = await secondsToWait(c, name, maximum, windowSeconds)
  if (wait > 0) throw tooManyRequests(wait)
}

/** Counts as `limit` does, for what is left out instead of refused: how long until it is there again, 0 for now. */
export function secondsToWait(
  c: AppContext,
  name: string,
  maximum: number,
  windowSeconds: number,
): Promise<number> {
  return throttle(`${name}:${clientKey(c)}`, maximum, windowSeconds)
}

/** Whom bounds count: the person, the project of a CI token or, signed out, the network. */
export function clientKey(c: AppContext): string {
  const { authId, pushesTo } = c.get('caller')
  return authId ?? (pushesTo ? `project:${pushesTo.project_id}` : networkOf(c.get('client') ?? 'unknown'))
}

/** Lets invitations through: by one person 120 calls in ten minutes, by whichever route. */
export function allowInvitations(c: AppContext): Promise<void> {
  return limit(c, 'invite', 120, 600)
}

/** Lets a change of integrations through, which may ask hosts elsewhere: by one person 60 in a quarter of an hour. */
export function allowIntegrationChange(c: AppContext): Promise<void> {
  return limit(c, 'integration', 60, 900)
}

/** Lets a change through: of who is signed in (401), and has not made 300 in the last five minutes (429). */
export async function allowChange(c: AppContext): Promise<void> {
  signedIn(c)
  await limit(c, 'write', 300, 300)
}
