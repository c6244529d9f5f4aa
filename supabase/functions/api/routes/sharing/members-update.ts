import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { projectMemberRole } from '../../model/access.ts'
import { memberParams } from '../../model/person.ts'

const route = createRoute({
  tags: ['Sharing'],
  security: bearer,
  method: 'patch',
  path: '/projects/{id}/members/{user_id}',
  summary: 'Change what somebody was given in a project',
  description: 'The role that this person has by name; what they have by a team or the workspace stays.',
  operationId: 'updateProjectMember',
  request: {
    params: memberParams('prj'),
    body: jsonBody(z.object({ role: projectMemberRole }).meta({ id: 'ProjectMemberUpdate' })),
  },
  responses: {
    200: jsonAnswer(
      'The role as it is now.',
      z.object({ user_id: idSchema('usr'), role: projectMemberRole }).meta({ id: 'ProjectMemberRole' }),
    ),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** PATCH /projects/{id}/members/{user_id} */
export function updateProjectMember(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, user_id } = c.req.valid('param')
    const { role } = c.req.valid('json')
    const p_project_id = decodeId('prj', id)
    const p_user_id = decodeId('usr', user_id)
    await allowChange(c)
    await rpc(c, 'set_project_member', { p_project_id, p_user_id, p_role: role })
    return c.json({ user_id, role }, 200)
  })
}
