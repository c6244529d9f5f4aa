import type { Router } from '../../_shared/http/router.ts'
import { siteOrigin, workspaceSlugOf } from '../../_shared/http/workspace-host.ts'
import { requireSite } from '../../_shared/pages/site.ts'

// Search engines that run a page's scripts see it as readers do: its parts, its pictures, and what it asks for. None of
// these is listed: they are no pages, and pages are listed from the sitemap and by links. The longest match counts.
const neededByPages = [
  '/assets/',
  '/config.js',
  '/first-paint.js',
  '/favicon.svg',
  '/social.png',
  '/tags/',
  '/api/v1/workspaces/*/pictures/',
  '/api/v1/projects/*/branches/*/images/',
  '/rest/v1/rpc/',
  '/graphql/v1',
]

/** GET /pages/robots.txt (RFC 9309): a workspace is listed where it says so, and its documentation alone. */
export function robots(app: Router): void {
  app.get('/robots.txt', async (c) => {
    const site = workspaceSlugOf(c) === null ? null : await requireSite(c)
    const rules = site?.allow_search_indexing
      ? [
          'Allow: /docs/',
          ...neededByPages.map((path) => `Allow: ${path}`),
          'Disallow: /',
          '',
          `Sitemap: ${siteOrigin(site)}/sitemap.xml`,
        ]
      : ['Disallow: /']
    return c.text(['User-agent: *', ...rules, ''].join('\n'))
  })
}
