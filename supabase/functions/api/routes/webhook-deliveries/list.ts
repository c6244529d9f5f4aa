import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredPageOf } from '../../../_shared/db/rest.ts'
import type { Database } from '../../../_shared/domain/database.gen.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { linkHeader, pageQuery, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { readProject } from '../../model/project.ts'

const deliverySchema = z
  .object({
    delivery_id: z.string().meta({ description: 'As the host names it.' }),
    event: z.string().meta({ example: 'push' }),
    ref: z.string().nullable().meta({ description: 'The branch that it is about.', example: 'main' }),
    repository: z.string().nullable().meta({ example: 'acme/todos' }),
    outcome: z.string().meta({ description: '`queued`, `applied` or `ignored`.', example: 'queued' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why one is ignored that would have started work.', example: null }),
    job_id: z.uuid().nullable(),
    received_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' })

type Row = Pick<
  Database['public']['Tables']['webhook_deliveries']['Row'],
  keyof z.infer<typeof deliverySchema>
>

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/webhook-deliveries',
  tags: ['Git'],
  summary: 'List webhook deliveries',
  description: 'What the Git host reported of the repository, and what came of it, the latest first.',
  operationId: 'listWebhookDeliveries',
  security: bearer,
  request: { params: idParam('prj'), query: pageQuery },
  responses: {
    200: {
      ...jsonAnswer(
        'A page of deliveries.',
        z.object({ items: z.array(deliverySchema) }).meta({ id: 'WebhookDeliveryList' }),
      ),
      headers: linkHeader,
    },
    ...problems(400, 401, 404),
  },
})

/** GET /projects/{id}/webhook-deliveries */
export function listWebhookDeliveries(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', id)
    const page = c.req.valid('query')
    signedIn(c)
    await readProject(c, projectId)
    const answer = await asCaller(c)
      .from('webhook_deliveries')
      .select(Object.keys(deliverySchema.shape).join(', '), { count: 'exact' })
      .eq('project_id', projectId)
      .order('received_at', { ascending: false })
      .order('id', { ascending: false })
      .range(...rangeOf(page))
    const { rows, total } = declaredPageOf<Row>(answer)
    setPageHeaders(c, `/api/v1/projects/${id}/webhook-deliveries`, page, total)
    return c.json({ items: rows }, 200)
  })
}
