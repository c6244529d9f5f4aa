import type { Router } from '../../_shared/http/router.ts'
import { workspaceOrigin, workspaceSlugOf } from '../../_shared/http/workspace-host.ts'
import { requireSite } from '../../_shared/pages/site.ts'

/** GET /pages/robots.txt (RFC 9309): a workspace is listed where it says so, and its documentation alone. */
export function robots(app: Router): void {
  app.get('/robots.txt', async (c) => {
    const site = workspaceSlugOf(c.req.raw.headers) === null ? null : await requireSite(c)
    const rules = site?.allow_search_indexing
      ? ['Allow: /docs/', 'Disallow: /', '', `Sitemap: ${workspaceOrigin(site.slug)}/sitemap.xml`]
      : ['Disallow: /']
    return c.text(['User-agent: *', ...rules, ''].join('\n'))
  })
}
