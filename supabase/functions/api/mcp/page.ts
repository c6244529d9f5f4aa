import { z } from 'zod'
import { withoutMarks } from '../../../../analysis/parse/exact-number.ts'
import { rpc, rpcExact } from '../../_shared/db/rest.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { nodeText } from '../../_shared/pages/node-text.ts'
import { pagesBeside } from '../../_shared/pages/overview.ts'
import { projectIdOf } from '../model/project.ts'
import { mostText, toolAnswer } from './answer.ts'
import { branchOf, readOnly } from './projects.ts'
import type { Reader } from './reader.ts'
import type { ToolServer } from './sdk.ts'

// Room for the sentence that says how to go on.
const part = mostText - 200

/** A page as Markdown, long ones in parts. */
export function addPageTool(server: ToolServer, { c, site }: Reader): void {
  server.registerTool(
    'read_page',
    {
      title: 'Read a page',
      description:
        'One operation, model, article or API as Markdown: parameters, bodies, responses, schemas. Long pages come in parts.',
      inputSchema: {
        project: z.string().max(100).describe('Slug of the project.'),
        branch: z.string().max(255).optional().describe('Slug of the branch; the default one when absent.'),
        page: z.string().min(1).max(500).describe('Slug of the page, as search tells it.'),
        offset: z.int().min(0).max(10_000_000).default(0).describe('Where to go on reading.'),
      },
      annotations: readOnly,
    },
    ({ project, branch, page, offset }) =>
      toolAnswer(async () => {
        const { id } = await branchOf(c, await projectIdOf(c, site.id, project), branch)
        const node = await rpcExact(c, 'branch_node', { p_branch_id: id, p_slug: page })
        if (!node) throw refusal('NOT_FOUND', 'There is no such page.')
        const contents = node.type === 'http_service' ? await rpc(c, 'branch_toc', { p_branch_id: id }) : []
        // By their slugs: as this tool is asked for them.
        const text = withoutMarks(
          nodeText(
            node,
            pagesBeside(contents, node.slug, (slug) => slug),
          ),
        )
        const end = offset + part
        const more = end < text.length ? `\n\n(To be continued: read_page with "offset": ${end}.)` : ''
        return text.slice(offset, end) + more
      }),
  )
}
