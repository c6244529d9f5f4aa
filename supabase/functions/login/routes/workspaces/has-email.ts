import { createRoute, z } from '@hono/zod-openapi'
import { hasWorkspaces } from '../../../_shared/db/service.ts'
import { email } from '../../../_shared/domain/validation.ts'
import { jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { signUpTag } from '../describe.ts'

const answerSchema = z.object({ has_workspaces: z.boolean() })

const route = createRoute({
  method: 'post',
  path: '/workspaces/has-email',
  tags: signUpTag,
  summary: 'Does an address belong to a workspace?',
  description:
    'Whether the address is the confirmed one of a member of any workspace. Rate limited per client.',
  operationId: 'hasEmail',
  request: { body: jsonBody(z.object({ email: email.meta({ example: 'ada@example.com' }) })) },
  responses: { 200: jsonAnswer('The answer.', answerSchema), ...problems(422, 429) },
})

/** POST /workspaces/has-email */
export function hasEmail(app: Router): void {
  app.openapi(
    route,
    async (c) => {
      // It tells who has an account, which the sign-up has to know: few a quarter of an hour, and few a day.
      await limit(c, 'has-email', 60, 900)
      await limit(c, 'has-email-day', 300, 86_400)
      return c.json({ has_workspaces: await hasWorkspaces(c.req.valid('json').email) }, 200)
    },
    (result) => {
      // The specification's status for a bad address, on this call only.
      if (!result.success) throw invalid(result.error.issues, 422)
    },
  )
}
