import type { Next } from 'hono'
import type { AppContext } from '../http/context.ts'
import { callerOf } from './caller.ts'

/** Reads the caller's token once, so that a bad one is refused on every route and a good one is known. */
export async function identify(c: AppContext, next: Next): Promise<void> {
  c.header('Vary', 'Authorization', { append: true })
  c.set('caller', await callerOf(c.req.header('authorization'), c.get('client')))
  await next()
}
