import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { Person } from '../../../_shared/domain/rows.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { personSchema, withUserId } from '../../model/person.ts'

const answerSchema = z
  .object({ owner: personSchema, previous_owner: personSchema.nullable() })
  .meta({ id: 'ProjectOwnership' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/ownership',
  tags: ['Sharing'],
  summary: 'Pass on the ownership of a project',
  description: 'The previous owner becomes an admin. Viewers and guests cannot own a project.',
  operationId: 'putProjectOwnership',
  security: bearer,
  request: {
    params: idParam('prj'),
    body: jsonBody(z.object({ user_id: idSchema('usr') }).meta({ id: 'ProjectOwnershipUpdate' })),
  },
  responses: {
    200: jsonAnswer('The owner now, and the one before.', answerSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    transfer_project_ownership: { owner: Person; previous_owner: Person | null }
  }
}

/** PUT /projects/{id}/ownership */
export function putProjectOwnership(app: Router): void {
  app.openapi(route, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const p_user_id = decodeId('usr', c.req.valid('json').user_id)
    await allowChange(c)
    const { owner, previous_owner: previous } = await rpc(c, 'transfer_project_ownership', {
      p_project_id,
      p_user_id,
    })
    return c.json({ owner: withUserId(owner), previous_owner: previous && withUserId(previous) }, 200)
  })
}
