import type { MiddlewareHandler } from 'hono'
import { writeExactNumbers } from '../../../../analysis/parse/exact-number.ts'

/** Numbers beyond 2^53 come through as marked texts, and are written as the author wrote them. */
export const writeExactly: MiddlewareHandler = async (c, next) => {
  await next()
  c.res = new Response(writeExactNumbers(await c.res.text()), c.res)
}
