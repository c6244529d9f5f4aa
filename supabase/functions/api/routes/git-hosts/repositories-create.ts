import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { GitClient } from '../../../_shared/git/client.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal, unexpected } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered, callersHost, hostIntegration } from '../../model/git-host.ts'
import { hostRepositories, hostRepositorySchema, visibility } from '../../model/host-repository.ts'

const bodySchema = z
  .object({
    organization: z.string().min(1).max(500).nullable().default(null).meta({
      description: 'Null makes it the caller’s own, where the host has that.',
    }),
    name: z.string().trim().min(1, 'Required').max(75, 'Must be no more than 75 characters'),
    slug: z
      .string()
      .max(75, 'Must be no more than 75 characters')
      .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/, 'Must contain only letters, numbers, ".", "_" and "-".')
      .meta({ example: 'todos' }),
    visibility: visibility.default('private'),
  })
  .meta({ id: 'NewHostRepository' })

type Wanted = z.output<typeof bodySchema>

const route = createRoute({
  method: 'post',
  path: '/vcs-integrations/{id}/repositories',
  tags: ['Git'],
  summary: 'Make a repository at a Git host',
  description: 'Made by the caller’s connected account, with a README, so that it has a default branch.',
  operationId: 'createHostRepository',
  security: bearer,
  request: { params: idParam('wkintg'), body: jsonBody(bodySchema) },
  responses: {
    201: jsonAnswer('The repository.', hostRepositorySchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** POST /vcs-integrations/{id}/repositories */
export function createHostRepository(app: Router): void {
  app.openapi(route, async (c) => {
    const integration = await hostIntegration(c, decodeId('wkintg', c.req.valid('param').id))
    await limit(c, 'git-host-create', 30, 3600)
    const host = await callersHost(c, integration)
    const wanted = c.req.valid('json')
    const outcome = await host.createRepository(wanted)
    if (!outcome.ok && (await isTaken(host, wanted, outcome.failure.reason))) {
      const message = 'There is a repository with this name already. Choose another name.'
      throw refusal('CONFLICT', message, { fields: [{ field: 'name', message }] })
    }
    const made = answered(outcome)
    const [shown] = await hostRepositories(c, integration, [made])
    if (!shown) throw unexpected(new Error('A repository was made and is not shown.'))
    return c.json(shown, 201)
  })
}

// Hosts say in words of their own that a name is taken, and with different statuses: looking for it tells for all of them.
async function isTaken(host: GitClient, { organization, slug }: Wanted, refused: string): Promise<boolean> {
  if (refused !== 'invalid' && refused !== 'conflict') return false
  const owner = organization ?? answered(await host.user()).username
  return (await host.repository({ externalOrgSlug: owner, externalSlug: slug })).ok
}
