// The repository of a Git project, as the API shows it to who may see the log of the project.
import { z } from '@hono/zod-openapi'
import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import type { Database } from '../../_shared/domain/database.gen.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'

type Table = Database['public']['Tables']['project_repositories']['Row']

export type RepositoryRow = Omit<
  Table,
  'workspace_id' | 'webhook_has_own_secret' | 'connected_by' | 'is_reconnected' | 'created_at' | 'updated_at'
>

export const repositoryColumns = `
  project_id, workspace_integration_id, remote_url_http, remote_url_ssh, external_id, external_slug, external_org_slug,
  external_star_count, default_branch, commit_statuses, pull_request_comments, webhook_external_id, webhook_installed_at`

/** Where a repository is, as hosts name it. */
export const repositoryFields = {
  remote_url_http: z.string().max(2000).meta({ example: 'https://gitlab.com/acme/todos.git' }),
  remote_url_ssh: z.string().max(2000).nullable(),
  external_id: z.string().max(500).meta({ description: 'It stays when the repository is renamed or moved.' }),
  external_slug: z.string().max(255).meta({ example: 'todos' }),
  external_org_slug: z.string().max(500).meta({ example: 'acme' }),
  external_star_count: z.int().min(0).nullable(),
  default_branch: z.string().max(255).meta({ example: 'main' }),
}

export const repositorySchema = z
  .object({
    project_id: idSchema('prj'),
    workspace_integration_id: idSchema('wkintg').nullable().meta({
      description: 'Null once the integration is gone: the project follows nothing any more.',
    }),
    ...repositoryFields,
    commit_statuses: z.boolean().meta({ description: 'Whether each analysis is said beside its commit.' }),
    pull_request_comments: z.boolean().meta({ description: 'Whether pull requests get a comment.' }),
    webhook_external_id: z.string().nullable(),
    webhook_installed_at: timestamp.nullable(),
  })
  .meta({ id: 'Repository' })

/** The repository of a project as the caller may know it; null where they may not. */
export async function repositoryOf(c: AppContext, projectId: number): Promise<RepositoryRow | null> {
  const rows = asCaller(c).from('project_repositories').select(repositoryColumns)
  return rowsOf(await rows.eq('project_id', projectId).maybeSingle())
}

/** A row as the API shows it. */
export function repositoryView(row: RepositoryRow): z.infer<typeof repositorySchema> {
  const integration = row.workspace_integration_id
  return {
    ...row,
    project_id: encodeId('prj', row.project_id),
    workspace_integration_id: integration === null ? null : encodeId('wkintg', integration),
  }
}
