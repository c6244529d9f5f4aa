import { createRoute, z } from '@hono/zod-openapi'
import { unsubscribe } from '../../../_shared/db/service-entering.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { signInTag } from '../describe.ts'

const mostBytes = 4 * 1024

const route = createRoute({
  method: 'post',
  path: '/auth/unsubscribe',
  tags: signInTag,
  summary: 'End the daily digest, or the mails about mentions',
  description:
    'With the token of the mail, in the body as JSON or in the query: mail programs send the latter by one click (RFC 8058).',
  operationId: 'unsubscribe',
  request: { query: z.object({ token: z.string().max(200).optional() }) },
  responses: {
    200: jsonAnswer(
      'Mails of this kind have ended.',
      z.object({
        workspace: z.object({ name: z.string() }),
        email: z.string(),
        kind: z.enum(['daily_summary', 'mentions']),
      }),
    ),
    ...problems(404, 429),
  },
})

/** POST /auth/unsubscribe */
export function unsubscribeRoute(app: Router): void {
  app.openapi(route, async (c) => {
    await limit(c, 'unsubscribe', 60, 900)
    const token = c.req.valid('query').token ?? (await tokenInBody(c))
    const ended = token ? await unsubscribe(token) : null
    if (!ended) throw refusal('NOT_FOUND', 'This link is not valid.')
    return c.json({ workspace: { name: ended.workspace.name }, email: ended.email, kind: ended.kind }, 200)
  })
}

async function tokenInBody(c: AppContext): Promise<string | undefined> {
  const bytes = await wholeBody(c.req.raw, mostBytes)
  const body: unknown = await new Response(bytes).json().catch(() => undefined)
  const token = (body as { token?: unknown } | undefined)?.token
  return typeof token === 'string' && token.length <= 200 ? token : undefined
}
