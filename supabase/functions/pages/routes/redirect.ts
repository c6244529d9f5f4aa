import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../_shared/db/rest.ts'
import { readRedirects, redirectOf } from '../../_shared/domain/redirects.ts'
import { jsonAnswer, problems } from '../../_shared/http/describe.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugAt } from '../../_shared/http/workspace-host.ts'

const answerSchema = z.object({
  to: z.string().nullable().meta({ description: 'A path of the same host; null where the path stays.' }),
  status: z.union([z.literal(301), z.literal(302)]),
})

const route = createRoute({
  method: 'get',
  path: '/redirect',
  request: { query: z.object({ host: z.string().max(300), path: z.string().max(2000) }) },
  responses: { 200: jsonAnswer('Where a path leads.', answerSchema), ...problems(400) },
})

/** GET /pages/redirect: for the server of the app, which leads visitors by it before it sends a page. */
export function redirectAtHost(app: Router): void {
  app.openapi(route, async (c) => {
    const { host, path } = c.req.valid('query')
    const slug = await workspaceSlugAt(host)
    const text = slug === null ? null : await rpc(c, 'workspace_redirects', { p_slug: slug })
    const led = text ? redirectOf(readRedirects(text).rules, path) : null
    return c.json({ to: led?.to ?? null, status: led?.status ?? 301 }, 200)
  })
}
