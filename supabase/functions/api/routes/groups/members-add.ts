import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { email } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { memberParams } from '../../model/person.ts'
import { placeSchema, placeView } from '../../model/place.ts'

const shared = { tags: ['Groups'], security: bearer }
const answer = jsonAnswer('Who is an admin now, or was invited to become one.', placeSchema)

const byId = createRoute({
  ...shared,
  method: 'put',
  path: '/groups/{id}/members/{user_id}',
  summary: 'Make a member an admin of a group',
  description: 'By their id in the workspace; one who is an admin already stays one.',
  operationId: 'putGroupMember',
  request: { params: memberParams('grp') },
  responses: { 200: answer, ...problems(400, 401, 403, 404, 429) },
})

const byAddress = createRoute({
  ...shared,
  method: 'put',
  path: '/groups/{id}/members',
  summary: 'Make an address an admin of a group',
  description: 'The member with this address becomes an admin; anybody else is invited to become one.',
  operationId: 'putGroupMemberByEmail',
  request: {
    params: idParam('grp'),
    body: jsonBody(
      z.object({ email: email.meta({ example: 'grace@example.com' }) }).meta({ id: 'NewGroupAdmin' }),
    ),
  },
  responses: { 200: answer, ...problems(400, 401, 402, 403, 404, 409, 429) },
})

/** PUT /groups/{id}/members/{user_id} */
export function putGroupMember(app: Router): void {
  app.openapi(byId, async (c) => {
    const { id, user_id } = c.req.valid('param')
    return c.json(await added(c, id, { p_user_id: decodeId('usr', user_id) }), 200)
  })
}

/** PUT /groups/{id}/members */
export function putGroupMemberByEmail(app: Router): void {
  app.openapi(byAddress, async (c) => {
    const { email: p_email } = c.req.valid('json')
    return c.json(await added(c, c.req.valid('param').id, { p_email }), 200)
  })
}

async function added(c: AppContext, id: string, who: { p_user_id: number } | { p_email: string }) {
  const p_group_id = decodeId('grp', id)
  await allowChange(c)
  return placeView(await rpc(c, 'add_group_admin', { p_group_id, ...who }))
}
