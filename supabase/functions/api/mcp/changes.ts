import { z } from 'zod'
import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import { oneLine } from '../../_shared/pages/read.ts'
import { projectIdOf } from '../model/project.ts'
import { toolAnswer } from './answer.ts'
import { branchOf, readOnly } from './projects.ts'
import type { Reader } from './reader.ts'
import type { ToolServer } from './sdk.ts'

interface ChangeLine {
  node_uri: string
  node_name: string
  operation: string
  semver: string
  message: string
  created_at: string
}

/** What changed on a branch. */
export function addChangesTool(server: ToolServer, { c, site }: Reader): void {
  server.registerTool(
    'list_changes',
    {
      title: 'List what changed',
      description:
        'Changes of a branch since a moment, newest first: "major" ones break whoever used the API, "minor" ones may.',
      inputSchema: {
        project: z.string().max(100).describe('Slug of the project.'),
        branch: z.string().max(255).optional().describe('Slug of the branch; the default one when absent.'),
        since: z.iso.datetime({ offset: true }).optional().describe('For example 2026-01-31T00:00:00Z.'),
        limit: z.int().min(1).max(200).default(100),
      },
      annotations: readOnly,
    },
    ({ project, branch, since, limit }) =>
      toolAnswer(async () => {
        const { id } = await branchOf(c, await projectIdOf(c, site.id, project), branch)
        const changes = asCaller(c)
          .from('node_changes')
          .select('node_uri, node_name, operation, semver, message, created_at')
          .eq('branch_id', id)
          .eq('compared_with', 'previous')
        const rows = rowsOf<ChangeLine[]>(
          await (since === undefined ? changes : changes.gte('created_at', since))
            .order('id', { ascending: false })
            .limit(limit),
        )
        const lines = rows.map(
          ({ created_at, semver, operation, node_name, node_uri, message }) =>
            `- ${created_at} ${semver} ${operation} ${oneLine(node_name)} (${oneLine(node_uri)}): ${oneLine(message)}`,
        )
        return lines.length > 0 ? lines.join('\n') : 'Nothing changed.'
      }),
  )
}
