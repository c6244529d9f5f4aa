import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered, callersHost, hostIntegration } from '../../model/git-host.ts'
import { cursorQuery, nextField, setNextLink } from '../../model/host-repository.ts'

const organizationSchema = z
  .object({
    slug: z.string().meta({ example: 'acme' }),
    external_id: z.string(),
    name: z.string().meta({ example: 'Acme' }),
    allows_internal: z.boolean().meta({ description: 'Whether its repositories may be internal.' }),
  })
  .meta({ id: 'HostOrganization' })

const querySchema = cursorQuery.extend({
  slug: z.string().min(1).max(500).optional().meta({
    description: 'The one organisation of this slug.',
    example: 'acme',
  }),
})

const route = createRoute({
  method: 'get',
  path: '/vcs-integrations/{id}/organizations',
  tags: ['Git'],
  summary: 'List organisations at a Git host',
  description:
    'What holds repositories there (organisations, groups, workspaces, projects), as the caller sees it.',
  operationId: 'listHostOrganizations',
  security: bearer,
  request: { params: idParam('wkintg'), query: querySchema },
  responses: {
    200: jsonAnswer('A page.', z.object({ items: z.array(organizationSchema), ...nextField })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /vcs-integrations/{id}/organizations */
export function listHostOrganizations(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { slug, cursor } = c.req.valid('query')
    const integration = await hostIntegration(c, decodeId('wkintg', id))
    const host = await callersHost(c, integration)
    const { items, next } = slug
      ? { items: [answered(await host.organization(slug))], next: null }
      : answered(await host.organizations(cursor))
    setNextLink(c, `/api/v1/vcs-integrations/${id}/organizations`, next)
    const shown = items.map(({ slug, externalId, name, allowsInternal }) => ({
      slug,
      external_id: externalId,
      name,
      allows_internal: allowsInternal,
    }))
    return c.json({ items: shown, next }, 200)
  })
}
