import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { personName, username } from '../../../_shared/domain/validation.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { accountSchema, accountView } from '../../model/account.ts'

const bodySchema = z
  .object({
    first_name: personName.meta({ example: 'Ada' }),
    last_name: personName.meta({ example: 'Lovelace' }),
    username: username.meta({ example: 'ada' }),
    avatar_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]).meta({
      description: 'Address of a picture; empty to remove it.',
    }),
    timezone: z.string().max(100).meta({ example: 'Europe/London' }),
    survey: z.record(z.string(), z.any()).meta({ description: 'Answers to add to those known.' }),
  })
  .partial()
  .meta({ id: 'AccountUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/users/me',
  tags: ['Account'],
  summary: 'Change my account',
  description: 'The name, the picture and the time zone that others see of the caller.',
  operationId: 'updateMe',
  security: bearer,
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The account as it is now.', accountSchema),
    ...problems(400, 401, 404, 409, 429),
  },
})

/** PATCH /users/me */
export function updateMe(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    const changes = c.req.valid('json')
    const changed = await rpc(c, 'update_account', {
      p_first_name: changes.first_name ?? null,
      p_last_name: changes.last_name ?? null,
      p_username: changes.username ?? null,
      p_avatar_url: changes.avatar_url ?? null,
      p_timezone: changes.timezone ?? null,
      p_survey: changes.survey ?? null,
    })
    return c.json(accountView(changed), 200)
  })
}
