import { createRoute, z } from '@hono/zod-openapi'
import { knownAddresses } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered } from '../../model/git-host.ts'
import { projectClient, projectHost } from '../../model/project-host.ts'

const contributorSchema = z
  .object({
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
    project_invite_created: z
      .boolean()
      .meta({ description: 'Whether the address is a member’s, or is invited to the project.' }),
    is_member: z.boolean().meta({ description: 'Whether the address is that of a member of the workspace.' }),
  })
  .meta({ id: 'Contributor' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/contributors',
  tags: ['Git'],
  summary: 'List the committers of a project',
  description: 'Who wrote the newest commits of its repository, for who may share the project.',
  operationId: 'listContributors',
  security: bearer,
  request: { params: idParam('prj') },
  responses: {
    200: jsonAnswer('At most 100 people.', z.object({ items: z.array(contributorSchema) })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /projects/{id}/contributors */
export function listContributors(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const host = await projectHost(c, projectId, 'project_members_add')
    const people = answered(await (await projectClient(c, projectId, host)).committers(host.ref))
    const known = await knownAddresses(
      projectId,
      people.map(({ email }) => email),
    )
    const isMember = new Map(known.map(({ email, is_member }) => [email, is_member]))
    const items = people.map((person) => ({
      ...person,
      project_invite_created: isMember.has(person.email),
      is_member: isMember.get(person.email) ?? false,
    }))
    return c.json({ items }, 200)
  })
}
