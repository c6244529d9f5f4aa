import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { domainAt } from '../../../_shared/http/served-domain.ts'
import { slugOfHost } from '../../../_shared/http/workspace-host.ts'

const route = createRoute({
  method: 'get',
  path: '/domains/allowed',
  tags: ['Workspaces'],
  summary: 'May a host have a certificate?',
  description:
    'For a proxy that issues certificates when a host is first asked for (Caddy’s `ask`): 204 for the sub-domain of a workspace and for a custom domain that a workspace is served at, 404 for every other host. It tells what the sign-in page of the host tells. Hosts that are none are rate limited per client.',
  operationId: 'domainAllowed',
  request: {
    query: z.object({
      domain: z
        .string()
        .max(255)
        .meta({ description: 'The host, without a port.', example: 'docs.acme.example' }),
    }),
  },
  responses: { 204: { description: 'It may.' }, ...problems(400, 404, 429) },
})

/** GET /domains/allowed */
export function domainAllowed(app: Router): void {
  app.openapi(route, async (c) => {
    const { domain } = c.req.valid('query')
    const slug = slugOfHost(domain)
    const found = slug === null ? await domainAt(domain) : await rpc(c, 'workspace_by_slug', { p_slug: slug })
    // A port is no part of a name that a certificate is for.
    if (found !== null && !domain.includes(':')) return c.body(null, 204)
    // The proxy is one client, and strangers make it ask for names that they invent: those alone count.
    await limit(c, 'host', 300, 900)
    throw refusal('NOT_FOUND', 'No workspace has this host.')
  })
}
