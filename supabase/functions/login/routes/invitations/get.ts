import { createRoute, z } from '@hono/zod-openapi'
import { encodeId } from '../../../_shared/domain/ids.ts'
import { idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { invitationOf, invitationParams } from '../../invitation-token.ts'
import { signUpTag } from '../describe.ts'

const answerSchema = z
  .object({
    email: z.string(),
    state: z.enum(['ok', 'expired', 'revoked', 'declined', 'used', 'locked', 'seat_limit']),
    has_account: z.boolean(),
    workspace: z.object({
      id: idSchema('wk'),
      slug: z.string(),
      name: z.string(),
      logo_url: z.string().nullable(),
    }),
    role: z.string(),
    invited_by: z.string().nullable(),
  })
  .meta({ id: 'Invitation' })

const route = createRoute({
  method: 'get',
  path: '/auth/invitations/{token}',
  tags: signUpTag,
  summary: 'Look an invitation up',
  description:
    'Who invited whom to which workspace, and whether the link still holds. Whoever has the link may ask.',
  operationId: 'getInvitation',
  request: { params: invitationParams },
  responses: { 200: jsonAnswer('The invitation.', answerSchema), ...problems(404, 429) },
})

/** GET /auth/invitations/{token} */
export function getInvitation(app: Router): void {
  app.openapi(route, async (c) => {
    const { email, state, has_account, role, invited_by, workspace } = await invitationOf(c)
    const of = { ...workspace, id: encodeId('wk', workspace.id) }
    return c.json({ email, state, has_account, role, invited_by, workspace: of }, 200)
  })
}
