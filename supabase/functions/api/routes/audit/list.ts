import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { auditTrailOf } from '../../../_shared/db/service.ts'
import { type ActivityEventRow, activityEventView } from '../../../_shared/domain/activity-event.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, idSchema, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { linkHeader } from '../../../_shared/http/paging.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    audit_trail: ActivityEventRow[]
  }
}

const querySchema = z.object({
  after: idSchema('wkact').optional().meta({
    description: 'Only what came after this event; without it from the beginning.',
  }),
  limit: z.coerce.number().int().min(1).max(1000).optional().meta({
    description: 'How many events to return, 1 to 1,000; 500 when absent.',
    example: 500,
  }),
})

// Of the type string: a name that ends in "json" would be taken for one JSON value.
const mediaType: string = 'application/x-ndjson'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/audit',
  tags: ['Activity'],
  summary: 'Follow the activity of a workspace',
  description:
    'Every event once, the oldest first, as one line of JSON each (`ActivityEvent`). Follow the `Link` header (`next`), ' +
    'which is always there, to go on, now or later: an event whose transaction is still open keeps back those behind it, ' +
    'so that none is ever missed. For who may read the activity, and for audit tokens.',
  operationId: 'followAudit',
  security: bearer,
  request: { params: idParam('wk'), query: querySchema },
  responses: {
    200: {
      description: 'Events, one a line; none when there is nothing new.',
      headers: linkHeader.pick({ Link: true }),
      content: { [mediaType]: { schema: z.string() } },
    },
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** GET /workspaces/{id}/audit */
export function followAudit(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { after, limit: most = 500 } = c.req.valid('query')
    const from = after === undefined ? null : decodeId('wkact', after)
    const rows = await trail(c, decodeId('wk', id), from, most)
    const last = rows.at(-1)
    const next = new URLSearchParams({ limit: String(most) })
    if (last) next.set('after', encodeId('wkact', last.id))
    else if (after !== undefined) next.set('after', after)
    c.header('Content-Type', `${mediaType}; charset=utf-8`)
    c.header('Cache-Control', 'no-store')
    c.header('Link', `</api/v1/workspaces/${id}/audit?${next}>; rel="next"`)
    return c.newResponse(rows.map((row) => `${JSON.stringify(activityEventView(row))}\n`).join(''), 200)
  })
}

async function trail(
  c: AppContext,
  workspaceId: number,
  after: number | null,
  most: number,
): Promise<ActivityEventRow[]> {
  const { audits } = c.get('caller')
  if (!audits) signedIn(c)
  await limit(c, 'audit', 600, 600)
  if (!audits) return rpc(c, 'audit_trail', { p_workspace_id: workspaceId, p_after: after, p_limit: most })
  // Another workspace is not there, for this token.
  if (audits.workspaceId !== workspaceId) throw refusalFor('workspace_not_found')
  return auditTrailOf(audits.token, after, most)
}
