// Whom a picker offers: members who may be added to a group, a team or a project.
import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId, type IdPrefix } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type AssignableMemberRow,
  assignableMembersAnswer,
  assignableMembersQuery,
  withUserId,
} from '../../model/person.ts'

interface Place {
  kind: 'group' | 'team' | 'project'
  prefix: IdPrefix
  tag: string
  summary: string
  description: string
  find: (
    c: AppContext,
    id: number,
    page: { p_search: string | null; p_limit: number },
  ) => Promise<AssignableMemberRow[]>
}

/** GET /groups/{id}/assignable-members */
export const listGroupAssignableMembers = assignableMembers({
  kind: 'group',
  prefix: 'grp',
  tag: 'Groups',
  summary: 'List members who may become admins of a group',
  description: 'By a part of their name or address; those who administer it already are left out.',
  find: (c, p_group_id, page) => rpc(c, 'group_assignable_members', { p_group_id, ...page }),
})

/** GET /teams/{id}/assignable-members */
export const listTeamAssignableMembers = assignableMembers({
  kind: 'team',
  prefix: 'team',
  tag: 'Teams',
  summary: 'List members who may be added to a team',
  description: 'By a part of their name or address; those who are in it already are left out.',
  find: (c, p_team_id, page) => rpc(c, 'team_assignable_members', { p_team_id, ...page }),
})

/** GET /projects/{id}/assignable-members */
export const listProjectAssignableMembers = assignableMembers({
  kind: 'project',
  prefix: 'prj',
  tag: 'Sharing',
  summary: 'List members with whom a project can still be shared',
  description: 'By a part of their name or address; those who were given it by name are left out.',
  find: (c, p_project_id, page) => rpc(c, 'project_assignable_members', { p_project_id, ...page }),
})

function assignableMembers({ kind, prefix, tag, summary, description, find }: Place): (app: Router) => void {
  const route = createRoute({
    method: 'get',
    path: `/${kind}s/{id}/assignable-members`,
    tags: [tag],
    summary,
    description,
    operationId: `list${kind.charAt(0).toUpperCase()}${kind.slice(1)}AssignableMembers`,
    security: bearer,
    request: { params: idParam(prefix), query: assignableMembersQuery },
    responses: {
      200: jsonAnswer('The members, by name.', assignableMembersAnswer),
      ...problems(400, 401, 403, 404),
    },
  })
  return (app) => {
    app.openapi(route, async (c) => {
      const { search, limit } = c.req.valid('query')
      const id = decodeId(prefix, c.req.valid('param').id)
      signedIn(c)
      const rows = await find(c, id, { p_search: search ?? null, p_limit: limit })
      return c.json({ items: rows.map(withUserId) }, 200)
    })
  }
}
