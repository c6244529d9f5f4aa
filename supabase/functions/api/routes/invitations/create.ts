import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { sentenceOf } from '../../../_shared/domain/reasons.ts'
import { projectMemberRoles, teamRoles } from '../../../_shared/domain/roles.ts'
import { email } from '../../../_shared/domain/validation.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { idempotencyHeader, onceFor } from '../../../_shared/http/idempotency.ts'
import { allowInvitations } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { bulkSchema, bulkView } from '../../model/bulk.ts'
import { workspaceRole } from '../../model/person.ts'

const invitationSchema = z
  .object({
    email: email.meta({ example: 'grace@example.com' }),
    role: workspaceRole.default('maker'),
    projects: z
      .array(
        z.object({
          project_id: idSchema('prj'),
          role: z.enum(projectMemberRoles).exclude(['owner']).default('viewer'),
        }),
      )
      .max(100)
      .default([]),
    groups: z.array(idSchema('grp')).max(100).default([]).meta({ description: 'Groups to administer.' }),
    teams: z
      .array(z.object({ team_id: idSchema('team'), role: z.enum(teamRoles).default('member') }))
      .max(100)
      .default([]),
  })
  .meta({ id: 'NewInvitation', description: 'Whom to invite, and what they get when they come.' })

const bodySchema = z
  .object({
    invitations: z
      .array(invitationSchema)
      .min(1, 'Required')
      .max(500, sentenceOf('invitations_sent_at_once')),
  })
  .meta({ id: 'NewInvitations' })

type NewInvitation = z.infer<typeof invitationSchema>

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/invitations',
  tags: ['Members'],
  summary: 'Invite people',
  description:
    'Sends each address a mail with a link. Each succeeds or fails by itself, except that past the seats of the plan ' +
    'nobody is invited and the answer is 402.',
  operationId: 'createInvitations',
  security: bearer,
  request: { params: idParam('wk'), headers: idempotencyHeader, body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('How each invitation went.', bulkSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** POST /workspaces/{id}/invitations */
export function createInvitations(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const body = c.req.valid('json')
    signedIn(c)
    await allowInvitations(c)
    const p_invitations = body.invitations.map(numbered)
    const answer = await onceFor(c, body, async () =>
      bulkView(await rpc(c, 'invite_members', { p_workspace_id, p_invitations })),
    )
    return c.json(answer, 200)
  })
}

function numbered({ projects, groups, teams, ...invitation }: NewInvitation) {
  return {
    ...invitation,
    projects: projects.map(({ project_id, role }) => ({ project_id: decodeId('prj', project_id), role })),
    groups: groups.map((id) => decodeId('grp', id)),
    teams: teams.map(({ team_id, role }) => ({ team_id: decodeId('team', team_id), role })),
  }
}
