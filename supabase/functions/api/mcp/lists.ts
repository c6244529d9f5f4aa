import { z } from 'zod'
import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import { oneLine } from '../../_shared/pages/read.ts'
import { projectIdOf } from '../model/project.ts'
import { toolAnswer } from './answer.ts'
import { readOnly } from './projects.ts'
import type { Reader } from './reader.ts'
import type { ToolServer } from './sdk.ts'

interface ProjectLine {
  slug: string
  name: string
  description: string | null
  visibility: string
}

interface BranchLine {
  slug: string
  is_default: boolean
  is_published: boolean
  last_analyzed_at: string | null
}

/** What there is to read: projects, and the branches of one. */
export function addListTools(server: ToolServer, { c, site }: Reader): void {
  server.registerTool(
    // Of the table, by its policies: not the database function of this name, which the app's lists call.
    'list_projects',
    {
      title: 'List the projects',
      description: 'The projects of the workspace by name, each with its slug.',
      inputSchema: {
        offset: z.int().min(0).max(100_000).default(0),
        limit: z.int().min(1).max(200).default(100),
      },
      annotations: readOnly,
    },
    ({ offset, limit }) =>
      toolAnswer(async () => {
        const projects = rowsOf<ProjectLine[]>(
          await asCaller(c)
            .from('projects')
            .select('slug, name, description, visibility')
            .eq('workspace_id', site.id)
            .order('name')
            .order('id')
            .range(offset, offset + limit - 1),
        )
        const lines = projects.map(({ slug, name, description, visibility }) =>
          `- ${slug}: ${oneLine(name)} (${visibility}) ${oneLine(description).slice(0, 200)}`.trimEnd(),
        )
        return lines.length > 0 ? lines.join('\n') : 'There is no project.'
      }),
  )
  server.registerTool(
    'list_branches',
    {
      title: 'List the branches of a project',
      description: 'The versions of a project, the default one first.',
      inputSchema: { project: z.string().max(100).describe('Slug of the project.') },
      annotations: readOnly,
    },
    ({ project }) =>
      toolAnswer(async () => {
        const branches = rowsOf<BranchLine[]>(
          await asCaller(c)
            .from('branches')
            .select('slug, is_default, is_published, last_analyzed_at')
            .eq('project_id', await projectIdOf(c, site.id, project))
            .order('is_default', { ascending: false })
            .order('slug')
            .limit(500),
        )
        const lines = branches.map(({ slug, is_default, is_published, last_analyzed_at }) => {
          const kind = is_default ? 'default' : is_published ? 'published' : 'unlisted'
          return `- ${slug} (${kind}, ${last_analyzed_at ? `analysed ${last_analyzed_at}` : 'not analysed yet'})`
        })
        return lines.length > 0 ? lines.join('\n') : 'There is no branch.'
      }),
  )
}
