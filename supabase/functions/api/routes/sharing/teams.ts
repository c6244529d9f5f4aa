import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { limitQuery, searchText } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type AssignableTeamRow,
  assignableTeamSchema,
  type ProjectTeamRow,
  projectTeamRole,
  projectTeamSchema,
  withTeamId,
} from '../../model/project-team.ts'

const shared = { tags: ['Sharing'], security: bearer }

const listRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/projects/{id}/teams',
  summary: 'List the teams of a project',
  operationId: 'listProjectTeams',
  request: { params: idParam('prj') },
  responses: {
    200: jsonAnswer(
      'The teams, by name.',
      z.object({ items: z.array(projectTeamSchema) }).meta({ id: 'ProjectTeamList' }),
    ),
    ...problems(400, 401, 403, 404),
  },
})

const putRoute = createRoute({
  ...shared,
  method: 'put',
  path: '/projects/{id}/teams',
  summary: 'Share a project with a team, or change its role',
  operationId: 'putProjectTeam',
  request: {
    params: idParam('prj'),
    body: jsonBody(
      z.object({ team_id: idSchema('team'), role: projectTeamRole }).meta({ id: 'ProjectTeamUpdate' }),
    ),
  },
  responses: {
    200: jsonAnswer('The team in the project.', projectTeamSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

const deleteRoute = createRoute({
  ...shared,
  method: 'delete',
  path: '/projects/{id}/teams/{team_id}',
  summary: 'Take a project back from a team',
  operationId: 'deleteProjectTeam',
  request: { params: z.object({ id: idSchema('prj'), team_id: idSchema('team') }) },
  responses: { 204: { description: 'It is taken back.' }, ...problems(400, 401, 403, 404, 429) },
})

const assignableRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/projects/{id}/assignable-teams',
  summary: 'List teams with which a project can still be shared',
  operationId: 'listProjectAssignableTeams',
  request: {
    params: idParam('prj'),
    query: z.object({ search: searchText, limit: limitQuery(20, 100) }),
  },
  responses: {
    200: jsonAnswer(
      'The teams, by name.',
      z.object({ items: z.array(assignableTeamSchema) }).meta({ id: 'AssignableTeams' }),
    ),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /projects/{id}/teams */
export function listProjectTeams(app: Router): void {
  app.openapi(listRoute, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    const rows = await rpc<ProjectTeamRow[]>(c, 'project_teams_list', { p_project_id })
    return c.json({ items: rows.map(withTeamId) }, 200)
  })
}

/** PUT /projects/{id}/teams */
export function putProjectTeam(app: Router): void {
  app.openapi(putRoute, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const { team_id, role } = c.req.valid('json')
    const args = { p_project_id, p_team_id: decodeId('team', team_id), p_role: role }
    await allowChange(c)
    return c.json(withTeamId(await rpc<ProjectTeamRow>(c, 'set_project_team', args)), 200)
  })
}

/** DELETE /projects/{id}/teams/{team_id} */
export function deleteProjectTeam(app: Router): void {
  app.openapi(deleteRoute, async (c) => {
    const { id, team_id } = c.req.valid('param')
    const args = { p_project_id: decodeId('prj', id), p_team_id: decodeId('team', team_id) }
    await allowChange(c)
    await rpc(c, 'remove_project_team', args)
    return c.body(null, 204)
  })
}

/** GET /projects/{id}/assignable-teams */
export function listProjectAssignableTeams(app: Router): void {
  app.openapi(assignableRoute, async (c) => {
    const p_project_id = decodeId('prj', c.req.valid('param').id)
    const { search, limit } = c.req.valid('query')
    signedIn(c)
    const args = { p_project_id, p_search: search ?? null, p_limit: limit }
    const rows = await rpc<AssignableTeamRow[]>(c, 'project_assignable_teams', args)
    return c.json({ items: rows.map(withTeamId) }, 200)
  })
}
