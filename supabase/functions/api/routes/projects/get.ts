import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { projectRoles } from '../../../_shared/domain/roles.ts'
import type { Person, ProjectTeam } from '../../../_shared/domain/rows.ts'
import { bearerOptional, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { countsSchema } from '../../model/branch.ts'
import { personSchema, withUserId } from '../../model/person.ts'
import { projectNotFound, projectSchema, projectView, readProject } from '../../model/project.ts'
import { projectTeamSchema, withTeamId } from '../../model/project-team.ts'

const answerSchema = projectSchema
  .extend({
    workspace: z.object({
      id: idSchema('wk'),
      name: z.string().meta({ example: 'Analytical Engines' }),
      slug: z.string().meta({ example: 'analytical-engines' }),
    }),
    my_role: z
      .enum(projectRoles)
      .nullable()
      .meta({ description: 'Null for who reads only because anyone does.' }),
    my_permissions: z.array(z.string()).meta({ example: ['project_read'] }),
    owner: personSchema.nullable().meta({ description: 'Null for who has no role in the project.' }),
    pinned: z.boolean().meta({ description: 'Whether the caller pinned it.' }),
    teams: z
      .array(projectTeamSchema)
      .nullable()
      .meta({ description: 'Null for who may not share the project.' }),
    default_branch: z
      .object({ id: idSchema('br'), slug: z.string(), name: z.string(), node_counts: countsSchema })
      .nullable(),
    isDefaultStyleGuide: z
      .boolean()
      .meta({ description: 'Whether new projects of the workspace extend it.' }),
    projectExtendedSSGs: z
      .array(idSchema('prj'))
      .meta({ description: 'The style guides that it extends and the caller has a role in, in order.' }),
  })
  .meta({
    id: 'ProjectDetails',
    description: 'A project, the workspace it belongs to, and what the caller may do with it.',
  })

interface Details
  extends RowOf<'project_details', 'group' | 'owner' | 'my_role' | 'default_branch' | 'teams'> {
  owner: Person | null
  teams: ProjectTeam[] | null
  default_branch: RowOf<'project_branch'> | null
}

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    project_details: Details
  }
}

const route = createRoute({
  method: 'get',
  path: '/projects/{id}',
  tags: ['Projects'],
  summary: 'Get a project',
  description: 'A project the caller may read. Public projects need no token.',
  operationId: 'getProject',
  security: bearerOptional,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The project.', answerSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id} */
export function getProject(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('prj', c.req.valid('param').id)
    const [row, workspace, details] = await Promise.all([
      readProject(c, id),
      rpc(c, 'project_workspace', { p_project_id: id }),
      rpc(c, 'project_details', { p_project_id: id }),
    ])
    if (!workspace) throw projectNotFound()
    const { name, slug } = workspace
    return c.json(
      {
        ...projectView(row),
        workspace: { id: encodeId('wk', workspace.id), name, slug },
        ...detailsView(details),
      },
      200,
    )
  })
}

function detailsView({
  my_role,
  my_permissions,
  owner,
  pinned,
  teams,
  default_branch: branch,
  is_default_style_guide,
  extended_style_guide_ids,
}: Details) {
  return {
    my_role,
    my_permissions,
    owner: owner && withUserId(owner),
    pinned,
    teams: teams?.map(withTeamId) ?? null,
    default_branch: branch && {
      id: encodeId('br', branch.id),
      slug: branch.slug,
      name: branch.name,
      node_counts: countsSchema.parse(branch),
    },
    isDefaultStyleGuide: is_default_style_guide,
    projectExtendedSSGs: extended_style_guide_ids.map((id) => encodeId('prj', id)),
  }
}
