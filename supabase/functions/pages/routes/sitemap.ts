import { rpc } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { escaped } from '../../_shared/http/escaped.ts'
import { limit } from '../../_shared/http/limit.ts'
import { refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { siteOrigin } from '../../_shared/http/workspace-host.ts'
import { requireSite } from '../../_shared/pages/site.ts'
import { docsPath } from '../model/address.ts'

export type OpenPage = RowOf<'open_page'>

declare module '../../_shared/db/rest.ts' {
  interface Results {
    open_pages: OpenPage[]
    open_page_shards: number[]
  }
}

/** How many addresses a part has; the protocol allows 50,000 and 50 MB (sitemaps.org). */
const partSize = 10_000

/** GET /pages/sitemap.xml: the parts. */
export function sitemap(app: Router): void {
  app.get('/sitemap.xml', async (c) => {
    const site = await indexedSite(c)
    const starts = await rpc(c, 'open_page_shards', { p_workspace_id: site.id })
    const parts = starts.map(
      (start) => `<sitemap><loc>${siteOrigin(site)}/sitemaps/${start}.xml</loc></sitemap>`,
    )
    return xml(c, 'sitemapindex', parts)
  })
}

/** GET /pages/sitemaps/{start}.xml: ten thousand addresses. */
export function sitemapPart(app: Router): void {
  app.get('/sitemaps/:start{[0-9]{1,15}\\.xml}', async (c) => {
    const site = await indexedSite(c)
    const from = Number.parseInt(c.req.param('start'), 10)
    const pages = await rpc(c, 'open_pages', { p_workspace_id: site.id, p_from: from, p_limit: partSize })
    const entries = pages.map((page) => {
      const address = siteOrigin(site) + docsPath(page.project_slug, page.branch_slug, page.slug)
      return `<url><loc>${escaped(address)}</loc><lastmod>${page.updated_at.slice(0, 10)}</lastmod></url>`
    })
    return xml(c, 'urlset', entries)
  })
}

async function indexedSite(c: AppContext) {
  const site = await requireSite(c)
  if (!site.allow_search_indexing) throw refusal('NOT_FOUND', 'This workspace has no sitemap.')
  await limit(c, 'sitemap', 60, 600)
  return site
}

function xml(c: AppContext, root: string, entries: string[]): Response {
  const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${opening}\n${entries.join('\n')}\n</${root}>\n`
  return c.body(text, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
}
