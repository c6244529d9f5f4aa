import { revalidated } from '../_shared/http/revalidated.ts'
import { createRouter, type Router } from '../_shared/http/router.ts'
import { llmsText } from './routes/llms.ts'
import { markdownTwin } from './routes/markdown.ts'
import { firstPage } from './routes/page.ts'
import { redirectAtHost } from './routes/redirect.ts'
import { robots } from './routes/robots.ts'
import { sitemap, sitemapPart } from './routes/sitemap.ts'

/** Everything below /functions/v1/pages. */
export function pagesRoutes(): Router {
  const router = createRouter()
  // The server of the app has an ETag of its own for what it makes of `/page`.
  for (const path of ['/markdown/*', '/robots.txt', '/sitemap.xml', '/sitemaps/*', '/llms.txt'])
    router.use(path, revalidated)
  for (const add of [firstPage, redirectAtHost, markdownTwin, robots, sitemap, sitemapPart, llmsText])
    add(router)
  return router
}
