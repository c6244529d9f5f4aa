import { createRoute, z } from '@hono/zod-openapi'
import { withoutMarks, writeExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import type { BranchNode, WorkspaceSite } from '../../_shared/domain/rows.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { jsonAnswer, problems } from '../../_shared/http/describe.ts'
import { secondsToWait } from '../../_shared/http/limit.ts'
import { refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugAt } from '../../_shared/http/workspace-host.ts'
import { firstWords } from '../../_shared/pages/first-words.ts'
import { inScript } from '../../_shared/pages/html.ts'
import { nodeText } from '../../_shared/pages/node-text.ts'
import { docsAddress } from '../model/address.ts'
import { readPage } from '../model/docs-page.ts'
import { headOf } from '../model/head.ts'

const answerSchema = z.object({
  head: z.string().meta({ description: 'HTML for the head, in place of title and description.' }),
  text: z.string().meta({
    description: 'HTML of the page, read until the app has started and by readers without scripts.',
  }),
  data: z.string().meta({ description: 'JSON that the app begins with, as a script element may hold it.' }),
  tags: z.array(z.enum(['localize', 'userway'])).meta({
    description: 'Whose scripts the page may load for its visitors, by the settings of the workspace.',
  }),
})

const route = createRoute({
  method: 'get',
  path: '/page',
  request: { query: z.object({ host: z.string().max(300), path: z.string().max(2000) }) },
  responses: { 200: jsonAnswer('What anybody reads at an address.', answerSchema), ...problems(404) },
})

/** GET /pages/page: for the server of the app. */
export function firstPage(app: Router): void {
  app.openapi(route, async (c) => {
    const { host, path } = c.req.valid('query')
    const address = docsAddress(path)
    const slug = await workspaceSlugAt(host)
    const page = address && slug ? await readPage(c, slug, address) : null
    if (!page || !address) throw refusal('NOT_FOUND', 'There is no such page.')
    const branch = page.project.branches.find(({ id }) => id === page.branch_id)
    const data = JSON.stringify({ page })
    return c.json(
      {
        head: headOf(page, branch?.slug),
        text: page.node ? await textFor(c, page.node) : '',
        // The app asks for what it is not given; each copy of a large page is memory that all visitors share.
        data: data.length > mostData ? '' : inScript(writeExactNumbers(data)),
        tags: tagsOf(page.workspace),
      },
      200,
    )
  })
}

/** Tag Manager is not among them: its scripts are whatever the workspace wishes, and run in a frame of no origin. */
function tagsOf({ localizejs, show_userway }: WorkspaceSite): ('localize' | 'userway')[] {
  return [...(localizejs ? (['localize'] as const) : []), ...(show_userway ? (['userway'] as const) : [])]
}

// Readers with scripts miss nothing of it, so what is past the bounds is left out. A text of this length that takes as
// long as the weighing allows (docs/decisions/0061) costs a fifth of a second.
const mostText = 20_000
const mostRead = 2 * mostText
const mostData = 2_000_000
const littleText = 2_000

async function textFor(c: AppContext, node: BranchNode): Promise<string> {
  const markdown = withoutMarks(nodeText(node).slice(0, mostRead))
  if (markdown.length > littleText && (await secondsToWait(c, 'page-text', 1200, 600)) > 0) return ''
  return `<div id="first-text"><main>${firstWords(node, markdown.slice(0, mostText))}</main></div>`
}
