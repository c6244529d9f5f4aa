import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limitQuery } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  changedOverrides,
  cursorBehind,
  overrideSchema,
  overrideView,
  placeOf,
  requireEditor,
} from '../../model/override.ts'

const querySchema = z.object({
  project_id: idSchema('prj'),
  since: z.iso.datetime({ offset: true }).optional().meta({
    description: 'Changed after this time; all when absent.',
    example: '2026-11-20T09:30:00.000Z',
  }),
  cursor: z.string().max(200).optional().meta({ description: 'Of the answer before, instead of `since`.' }),
  limit: limitQuery(100, 1000),
})

const answerSchema = z
  .object({
    items: z.array(overrideSchema),
    cursor: z.string().nullable().meta({
      description: 'Where to go on, now or when there may be more; null while nothing was changed.',
    }),
    has_more: z.boolean().meta({ description: 'Whether there was more than `limit`.' }),
  })
  .meta({ id: 'OverrideUpdates' })

const route = createRoute({
  method: 'get',
  path: '/overrides/updates',
  tags: ['Documentation'],
  summary: 'Follow the overrides of a project',
  description:
    'Those that were changed, the oldest change first, with those that were taken back (`is_removed`), for who may ' +
    'change the content of the project.',
  operationId: 'listOverrideUpdates',
  security: bearer,
  request: { query: querySchema },
  responses: { 200: jsonAnswer('What was changed.', answerSchema), ...problems(400, 401, 403, 404) },
})

/** GET /overrides/updates */
export function listOverrideUpdates(app: Router): void {
  app.openapi(route, async (c) => {
    const { project_id, since, cursor, limit } = c.req.valid('query')
    signedIn(c)
    const projectId = decodeId('prj', project_id)
    await requireEditor(c, projectId)
    // After a time: behind all that was changed in its instant.
    const from = cursor
      ? placeOf(cursor)
      : { at: since ?? new Date(0).toISOString(), id: Number.MAX_SAFE_INTEGER }
    const rows = await changedOverrides(c, projectId, from, limit + 1)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return c.json(
      {
        items: items.map(overrideView),
        cursor: last ? cursorBehind(last) : (cursor ?? null),
        has_more: rows.length > limit,
      },
      200,
    )
  })
}
