import type { Next } from 'hono'
import type { AppContext } from '../http/context.ts'
import { callerOf } from './caller.ts'

/** The header of a session where `Authorization` is somebody else's. */
export const sessionHeader = 'X-Waymark-Authorization'

/** Reads the caller's token once, so that a bad one is refused on every route and a good one is known. */
export async function identify(c: AppContext, next: Next, header = 'Authorization'): Promise<void> {
  c.header('Vary', header, { append: true })
  c.set('caller', await callerOf(c.req.header(header), c.get('client')))
  await next()
}
