import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered, callersHost, hostIntegration } from '../../model/git-host.ts'
import {
  cursorQuery,
  hostRepositories,
  hostRepositorySchema,
  nextField,
  setNextLink,
} from '../../model/host-repository.ts'

const querySchema = cursorQuery.extend({
  organization: z.string().min(1).max(500).optional().meta({
    description: 'Slug of the organisation; the caller’s own repositories without it.',
    example: 'acme',
  }),
  search: z.string().max(100).optional().meta({ description: 'Part of a name.', example: 'todo' }),
  url: z.string().min(1).max(2000).optional().meta({
    description: 'The one repository at this address, in any form that the host shows.',
    example: 'https://gitlab.com/acme/todos',
  }),
})

const route = createRoute({
  method: 'get',
  path: '/vcs-integrations/{id}/repositories',
  tags: ['Git'],
  summary: 'List repositories at a Git host',
  description:
    'As the caller’s connected account sees them, up to 100 a page. What the host says here is what a project is made ' +
    'from within a day; ' +
    'where it comes without its default branch, which some hosts tell of a single repository only, ask for it by `url`.',
  operationId: 'listHostRepositories',
  security: bearer,
  request: { params: idParam('wkintg'), query: querySchema },
  responses: {
    200: jsonAnswer('A page.', z.object({ items: z.array(hostRepositorySchema), ...nextField })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /vcs-integrations/{id}/repositories */
export function listHostRepositories(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { organization = null, search, url, cursor } = c.req.valid('query')
    const integration = await hostIntegration(c, decodeId('wkintg', id))
    const host = await callersHost(c, integration)
    const { items, next } = url
      ? { items: [answered(await host.repositoryByUrl(url))], next: null }
      : answered(await host.repositories({ organization, search, cursor }))
    setNextLink(c, `/api/v1/vcs-integrations/${id}/repositories`, next)
    return c.json({ items: await hostRepositories(c, integration, items), next }, 200)
  })
}
