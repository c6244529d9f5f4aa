import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, rowsOf, rpc } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId, type Numbered } from '../../../_shared/domain/ids.ts'
import { projectRoles } from '../../../_shared/domain/roles.ts'
import { bearerOptional, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { personSchema, withUserId } from '../../model/person.ts'
import { projectNotFound, projectSchema, projectView, readProject } from '../../model/project.ts'
import { type ProjectTeamRow, projectTeamSchema, withTeamId } from '../../model/project-team.ts'

const countsSchema = z.object({
  article_count: z.int(),
  schema_count: z.int(),
  api_count: z.int(),
  operation_count: z.int(),
})

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
  })
  .meta({
    id: 'ProjectDetails',
    description: 'A project, the workspace it belongs to, and what the caller may do with it.',
  })

interface Details {
  my_role: z.infer<typeof answerSchema>['my_role']
  my_permissions: string[]
  owner: Numbered<z.infer<typeof personSchema>, 'user_id'> | null
  pinned: boolean
  teams: ProjectTeamRow[] | null
  default_branch: ({ id: number; slug: string; name: string } & z.infer<typeof countsSchema>) | null
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
    const [row, host, details] = await Promise.all([
      readProject(c, id),
      asCaller(c).rpc('project_workspace', { p_project_id: id }),
      rpc<Details>(c, 'project_details', { p_project_id: id }),
    ])
    const workspace = rowsOf<{ id: number; name: string; slug: string } | null>(host)
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

function detailsView({ my_role, my_permissions, owner, pinned, teams, default_branch: branch }: Details) {
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
  }
}
