import { rpc } from '../../_shared/db/rest.ts'
import { limit } from '../../_shared/http/limit.ts'
import type { Router } from '../../_shared/http/router.ts'
import { siteOrigin } from '../../_shared/http/workspace-host.ts'
import { oneLine, plainLine } from '../../_shared/pages/read.ts'
import { requireSite } from '../../_shared/pages/site.ts'
import { docsPath } from '../model/address.ts'

const mostPages = 2_000

/** GET /pages/llms.txt (llmstxt.org): the public pages of a workspace by project, each as Markdown. */
export function llmsText(app: Router): void {
  app.get('/llms.txt', async (c) => {
    const site = await requireSite(c)
    await limit(c, 'llms', 60, 600)
    const pages = await rpc(c, 'open_pages', { p_workspace_id: site.id, p_from: 0, p_limit: mostPages })
    const origin = siteOrigin(site)
    const lines = [`# ${plainLine(site.name)}`, '', '> API documentation. Each page is linked as Markdown.']
    const projects = Map.groupBy(pages, ({ project_slug }) => project_slug)
    for (const [project, listed] of projects) {
      lines.push('', `## ${project}`, '')
      for (const { branch_slug, slug, name, summary } of listed) {
        const title = plainLine(name)
        const about = plainLine(oneLine(summary).slice(0, 200))
        const address = `${origin}${docsPath(project, branch_slug, slug)}.md`
        lines.push(`- [${title}](${address})${about ? `: ${about}` : ''}`)
      }
    }
    return c.text(`${lines.join('\n')}\n`)
  })
}
