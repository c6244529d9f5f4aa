import { createRoute, z } from '@hono/zod-openapi'
import { withoutMarks, writeExactNumbers } from '../../../../analysis/parse/exact-number.ts'
import { jsonAnswer, problems } from '../../_shared/http/describe.ts'
import { refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugAt } from '../../_shared/http/workspace-host.ts'
import { htmlOf, inScript } from '../../_shared/pages/html.ts'
import { nodeText } from '../../_shared/pages/node-text.ts'
import { docsAddress } from '../model/address.ts'
import { readPage } from '../model/docs-page.ts'
import { headOf } from '../model/head.ts'

const answerSchema = z.object({
  head: z.string().meta({ description: 'HTML for the head, in place of title and description.' }),
  text: z.string().meta({ description: 'HTML of the page for readers without scripts.' }),
  data: z.string().meta({ description: 'JSON that the app begins with, as a script element may hold it.' }),
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
    const slug = workspaceSlugAt(host)
    const page = address && slug ? await readPage(c, slug, address) : null
    if (!page || !address) throw refusal('NOT_FOUND', 'There is no such page.')
    const branch = page.project.branches.find(({ id }) => id === page.branch_id)
    const data = writeExactNumbers(JSON.stringify({ page }))
    return c.json(
      {
        head: headOf(page, branch?.slug),
        text: page.node ? `<main>${htmlOf(withoutMarks(nodeText(page.node)))}</main>` : '',
        data: inScript(data),
      },
      200,
    )
  })
}
