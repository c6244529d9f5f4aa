import { z } from 'zod'
import { rpc } from '../../_shared/db/rest.ts'
import { oneLine } from '../../_shared/pages/read.ts'
import { projectIdOf } from '../model/project.ts'
import { toolAnswer } from './answer.ts'
import { readOnly } from './projects.ts'
import type { Reader } from './reader.ts'
import type { ToolServer } from './sdk.ts'

/** Finds pages by words, paths, identifiers. */
export function addSearchTool(server: ToolServer, { c, site }: Reader): void {
  server.registerTool(
    'search',
    {
      title: 'Search the documentation',
      description:
        'Finds operations, models, articles and APIs, best first: by words, by path ("GET /pets") or by operation id.',
      inputSchema: {
        query: z.string().trim().min(1).max(200),
        project: z.string().max(100).optional().describe('Slug of one project.'),
        types: z
          .array(
            z.enum(['article', 'http_service', 'http_operation', 'http_webhook', 'http_callback', 'model']),
          )
          .max(6)
          .optional(),
        limit: z.int().min(1).max(50).default(20),
      },
      annotations: readOnly,
    },
    ({ query, project, types, limit }) =>
      toolAnswer(async () => {
        const hits = await rpc(c, 'search_nodes', {
          p_workspace_id: site.id,
          p_search: query,
          p_project_ids: project === undefined ? null : [await projectIdOf(c, site.id, project)],
          p_types: types ?? null,
          p_limit: limit,
        })
        const lines = hits.map(({ name, type, method, path, summary, project_slug, branch_slug, slug }) => {
          const at = method && path ? ` \`${method.toUpperCase()} ${path}\`` : ''
          const about = oneLine(summary).slice(0, 200)
          const where = JSON.stringify({ project: project_slug, branch: branch_slug, page: slug })
          return `- ${oneLine(name)} (${type})${at}${about && `: ${about}`}\n  read_page ${where}`
        })
        return lines.length > 0 ? lines.join('\n') : 'Nothing was found.'
      }),
  )
}
