import { withoutMarks } from '../../../../analysis/parse/exact-number.ts'
import { rpc } from '../../_shared/db/rest.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugOf } from '../../_shared/http/workspace-host.ts'
import { nodeText } from '../../_shared/pages/node-text.ts'
import { type ListedPage, pagesBeside } from '../../_shared/pages/overview.ts'
import { docsAddress, docsPath, movedPath } from '../model/address.ts'
import { type DocsPage, readPage } from '../model/docs-page.ts'

/** Each copy of a large page is memory that all readers share. */
const mostText = 2_000_000

/**
 * GET /pages/markdown/docs/…: the page at `/docs/….md` as Markdown, for whoever reads it: anybody a public one, others
 * by a token of theirs or of the workspace. By a slug that its project had before it leads to the one of now.
 */
export function markdownTwin(app: Router): void {
  app.get('/markdown/*', async (c) => {
    const path = new URL(c.req.url).pathname.replace(/^.*?\/markdown\//, '/').replace(/\.md$/, '')
    const address = docsAddress(path)
    const slug = workspaceSlugOf(c)
    const page = address && slug ? await readPage(c, slug, address) : null
    if (!page?.node) throw refusal('NOT_FOUND', 'Page not found')
    if (page.project.slug !== address?.project) {
      return c.redirect(`${movedPath(path, page.project.slug)}.md`, 301)
    }
    const text = nodeText(page.node, await overviewOf(c, page))
    const shown =
      text.length > mostText
        ? `${text.slice(0, mostText)}\n\n*The rest of this page is left out here.*\n`
        : text
    return c.body(withoutMarks(shown), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
    })
  })
}

/** What an API offers; of other pages nothing. */
async function overviewOf(
  c: AppContext,
  { project, branch_id, node }: DocsPage,
): Promise<ReadonlyMap<string, ListedPage[]>> {
  const branch = project.branches.find(({ id }) => id === branch_id)
  if (node?.type !== 'http_service' || !branch) return new Map()
  const contents = await rpc(c, 'branch_toc', { p_branch_id: branch.id })
  return pagesBeside(contents, node.slug, (slug) => `${docsPath(project.slug, branch.slug, slug)}.md`)
}
