import { createRoute, z } from '@hono/zod-openapi'
import { withoutMarks, writeExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import { rpc } from '../../_shared/db/rest.ts'
import type { BranchNode, WorkspaceSite } from '../../_shared/domain/rows.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { jsonAnswer, problems } from '../../_shared/http/describe.ts'
import { secondsToWait } from '../../_shared/http/limit.ts'
import { refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugAt } from '../../_shared/http/workspace-host.ts'
import { firstWords } from '../../_shared/pages/first-words.ts'
import { inScript } from '../../_shared/pages/html.ts'
import { nodeBlocks } from '../../_shared/pages/node-text.ts'
import { docsAddress, movedPath } from '../model/address.ts'
import { type DocsPage, readPage } from '../model/docs-page.ts'
import { headOf, headOfWorkspace } from '../model/head.ts'

const answerSchema = z.object({
  head: z.string().meta({ description: 'HTML for the head, in place of title and description.' }),
  text: z.string().meta({
    description: 'HTML of the page, read until the app has started and by readers without scripts.',
  }),
  data: z.string().meta({ description: 'JSON that the app begins with, as a script element may hold it.' }),
  to: z.string().nullable().meta({
    description: 'Where the page is by now: the address has a slug that its project had before. Else null.',
  }),
  tags: z.array(z.enum(['localize', 'userway'])).meta({
    description: 'Whose scripts the page may load for its visitors, by the settings of the workspace.',
  }),
})

type Answer = z.infer<typeof answerSchema>

const route = createRoute({
  method: 'get',
  path: '/page',
  request: { query: z.object({ host: z.string().max(300), path: z.string().max(2000) }) },
  responses: {
    200: jsonAnswer('What anybody reads at an address, or only whose host it is.', answerSchema),
    ...problems(404),
  },
})

/** GET /pages/page: for the server of the app. */
export function firstPage(app: Router): void {
  app.openapi(route, async (c) => {
    const { host, path } = c.req.valid('query')
    const address = docsAddress(path)
    const slug = address && (await workspaceSlugAt(host))
    if (!slug) throw refusal('NOT_FOUND', 'There is no such page.')
    const page = await readPage(c, slug, address)
    if (!page) return c.json(await onlyWorkspace(c, slug), 200)
    const to = page.project.slug === address.project ? null : movedPath(path, page.project.slug)
    return c.json({ ...(await whatAnybodyReads(c, page)), to }, 200)
  })
}

async function whatAnybodyReads(c: AppContext, page: DocsPage): Promise<Omit<Answer, 'to'>> {
  const branch = page.project.branches.find(({ id }) => id === page.branch_id)
  const data = JSON.stringify({ page })
  return {
    head: headOf(page, branch?.slug),
    text: page.node ? await textFor(c, page.node) : '',
    // The app asks for what it is not given; each copy of a large page is memory that all visitors share.
    data: data.length > mostData ? '' : inScript(writeExactNumbers(data)),
    tags: tagsOf(page.workspace),
  }
}

/** Of what members alone read, and of what is not there: whose host it is, which its members need not ask for then. */
async function onlyWorkspace(c: AppContext, slug: string): Promise<Answer> {
  const workspace = await rpc(c, 'workspace_by_slug', { p_slug: slug })
  if (!workspace) throw refusal('NOT_FOUND', 'There is no such page.')
  return {
    head: headOfWorkspace(workspace),
    text: '',
    data: inScript(JSON.stringify({ workspace })),
    to: null,
    tags: [],
  }
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
  const blocks = bounded(bounded(nodeBlocks(node).body, mostRead).map(withoutMarks), mostText)
  const length = blocks.reduce((sum, block) => sum + block.length, 0)
  if (length > littleText && (await secondsToWait(c, 'page-text', 1200, 600)) > 0) return ''
  return `<div id="first-text"><main>${firstWords(node, blocks)}</main></div>`
}

/** So many characters of some blocks. */
function bounded(blocks: string[], most: number): string[] {
  let left = most
  return blocks.flatMap((block) => {
    const part = block.slice(0, left)
    left -= part.length
    return part ? [part] : []
  })
}
