import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { type ActivityEventRow, activityEventView } from '../../../_shared/domain/activity-event.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, idSchema, listParam, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { linkHeader } from '../../../_shared/http/paging.ts'
import { fieldRefusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { eventSchema, readTrail, type Stretch } from '../../model/activity.ts'
import { activityTable } from '../../model/activity-table.ts'

const typeFilter = (description: string) =>
  listParam(
    z
      .string()
      .max(60)
      .regex(/^[a-z_]+(\.[a-z_]+)*$/, 'Must be a type such as project.created, or a group such as project'),
    description,
    ['project', 'workspace.member.removed'],
  )

const querySchema = z
  .object({
    type: typeFilter('Exact types, or whole groups: workspace, group, project, team.'),
    types: typeFilter('The same as `type`; both together show what either asks for.'),
    limit: z.coerce.number().int().min(1).max(499).optional().meta({
      description: 'How many events to return, 1 to 499; 50 when absent, all in a CSV table.',
      example: 50,
    }),
    before: idSchema('wkact').optional().meta({ description: 'Only events older than this one.' }),
    after: idSchema('wkact').optional().meta({ description: 'The events just newer than this one.' }),
    format: z
      .enum(['json', 'csv'])
      .optional()
      .meta({ description: 'Goes before the `Accept` header, which may ask for `text/csv`.' }),
  })
  .refine(({ before, after }) => !before || !after, 'Send either before or after.')

const answerSchema = z.object({ items: z.array(eventSchema) }).meta({ id: 'Activity' })

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/activity',
  tags: ['Activity'],
  summary: 'Read the activity of a workspace',
  description:
    'Who changed what, the newest first. The `Link` header leads to older (`next`) and newer (`prev`) events. As CSV it ' +
    'is all of them in one table, unless `limit` says otherwise.',
  operationId: 'listActivity',
  security: bearer,
  request: { params: idParam('wk'), query: querySchema },
  responses: {
    200: {
      description: 'A page of events.',
      headers: linkHeader.pick({ Link: true }),
      content: {
        'application/json': { schema: answerSchema },
        'text/csv': { schema: z.string() },
      },
    },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /workspaces/{id}/activity */
export function listActivity(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const query = c.req.valid('query')
    const stretch: Stretch = {
      workspaceId: decodeId('wk', id),
      types: query.type || query.types ? [...(query.type ?? []), ...(query.types ?? [])] : null,
      before: query.before === undefined ? null : decodeId('wkact', query.before),
      after: query.after === undefined ? null : decodeId('wkact', query.after),
    }
    signedIn(c)
    if (wantsTable(c, query.format)) {
      if (query.after !== undefined) throw fieldRefusal('after', 'A table goes back in time: send before.')
      await limit(c, 'export', 30, 600)
      return activityTable(c, stretch, query.limit)
    }
    const page = await pageOf(c, stretch, query.limit ?? 50)
    setLinks(c, id, page)
    return c.json({ items: page.rows.map(activityEventView) }, 200)
  })
}

interface TrailPage {
  rows: ActivityEventRow[]
  hasOlder: boolean
  hasNewer: boolean
}

// One more than asked for tells whether there are more: the oldest on the way back, the newest on the way forth.
async function pageOf(c: AppContext, stretch: Stretch, size: number): Promise<TrailPage> {
  const rows = await readTrail(c, stretch, size + 1)
  const hasMore = rows.length > size
  if (stretch.after === null)
    return { rows: rows.slice(0, size), hasOlder: hasMore, hasNewer: stretch.before !== null }
  return { rows: hasMore ? rows.slice(1) : rows, hasOlder: true, hasNewer: hasMore }
}

function setLinks(c: AppContext, id: string, { rows, hasOlder, hasNewer }: TrailPage): void {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return
  const link = (rel: string, parameter: string, event: ActivityEventRow) => {
    const query = new URL(c.req.url).searchParams
    query.delete('before')
    query.delete('after')
    query.set(parameter, encodeId('wkact', event.id))
    return `</api/v1/workspaces/${id}/activity?${query}>; rel="${rel}"`
  }
  const links = [
    ...(hasOlder ? [link('next', 'before', oldest)] : []),
    ...(hasNewer ? [link('prev', 'after', newest)] : []),
  ]
  if (links.length > 0) c.header('Link', links.join(', '))
}

function wantsTable(c: AppContext, format: 'json' | 'csv' | undefined): boolean {
  if (format) return format === 'csv'
  const accepted = c.req.header('accept') ?? ''
  return accepted.includes('text/csv') && !accepted.includes('application/json')
}
