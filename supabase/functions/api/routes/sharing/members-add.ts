import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { sentenceOf } from '../../../_shared/domain/reasons.ts'
import { email } from '../../../_shared/domain/validation.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { idempotencyHeader, onceFor } from '../../../_shared/http/idempotency.ts'
import { allowInvitations } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { projectMemberRole } from '../../model/access.ts'
import { bulkSchema, bulkView } from '../../model/bulk.ts'
import { numberedWho, oneOfBoth, saysWho, whoFields, workspaceRole } from '../../model/person.ts'
import { placeSchema, placeView } from '../../model/place.ts'

const roleFields = {
  role: projectMemberRole.default('editor'),
  workspace_role: workspaceRole
    .optional()
    .meta({ description: 'The role in the workspace for an address that is invited.' }),
}

const oneSchema = z
  .object({ email: email.meta({ example: 'grace@example.com' }), ...roleFields })
  .meta({ id: 'NewProjectMember' })

const manySchema = z
  .object({
    members: z
      .array(z.object({ ...whoFields, ...roleFields }).refine(saysWho, oneOfBoth))
      .min(1, 'Required')
      .max(500, sentenceOf('too_many_changes_at_once')),
  })
  .meta({ id: 'NewProjectMembers' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/members',
  tags: ['Sharing'],
  summary: 'Share a project',
  description:
    'With one address, or with many members and addresses: a member gets the role, anybody else is invited with it. ' +
    'Roles are given up to one’s own.',
  operationId: 'addProjectMembers',
  security: bearer,
  request: {
    params: idParam('prj'),
    headers: idempotencyHeader,
    body: jsonBody(z.union([oneSchema, manySchema])),
  },
  responses: {
    200: jsonAnswer('How each went, for `members`.', bulkSchema),
    201: jsonAnswer('Who has access now, or was invited, for `email`.', placeSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** POST /projects/{id}/members */
export function addProjectMembers(app: Router): void {
  app.openapi(route, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const body = c.req.valid('json')
    signedIn(c)
    await allowInvitations(c)
    if ('members' in body) {
      const p_members = body.members.map(numbered)
      const shareAll = async () => bulkView(await rpc(c, 'add_project_members', { p_project_id, p_members }))
      return c.json(await onceFor(c, body, shareAll), 200)
    }
    const share = async () => {
      const placed = await rpc(c, 'add_project_member', {
        p_project_id,
        p_email: body.email,
        p_role: body.role,
        p_workspace_role: body.workspace_role ?? null,
      })
      return placeView({ ...placed, email: placed.email ?? body.email })
    }
    return c.json(await onceFor(c, body, share), 201)
  })
}

type NewMember = z.infer<typeof manySchema>['members'][number]

function numbered({ role, workspace_role, ...who }: NewMember) {
  const { p_user_id: user_id, p_email: email } = numberedWho(who)
  return { ...(user_id === null ? { email } : { user_id }), role, workspace_role }
}
