// What a share link opens: one branch of one project.
import type { RowOf } from '../../shared/data/rows.ts'
import { shareToken } from '../../shared/data/share-token.ts'
import { rpc } from '../../shared/data/supabase.ts'
import type { Project } from './model/project.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    shared_branch: SharedBranch[]
  }
}

type SharedBranch = RowOf<
  'shared_branch',
  'project_description' | 'icon_name' | 'icon_color' | 'last_analyzed_at' | 'expires_at'
>

/** The project of this tab's share link with the one branch that it opens; null without a link that holds. */
export async function sharedProject(workspaceId: number): Promise<Project | null> {
  if (!shareToken()) return null
  const [shared] = await rpc('shared_branch')
  return shared && shared.workspace_id === workspaceId ? projectOf(shared) : null
}

function projectOf(shared: SharedBranch): Project {
  const branch = {
    id: shared.branch_id,
    name: shared.branch_name,
    slug: shared.branch_slug,
    is_default: false,
    is_published: false,
    last_analyzed_at: shared.last_analyzed_at,
    commit_hash: null,
    article_count: 0,
    schema_count: 0,
    api_count: 0,
    operation_count: 0,
  }
  return {
    id: shared.project_id,
    name: shared.project_name,
    slug: shared.project_slug,
    description: shared.project_description,
    icon_name: shared.icon_name,
    icon_color: shared.icon_color,
    type: 'web',
    flavor: 'design',
    visibility: 'private',
    workspace_id: shared.workspace_id,
    default_branch_id: null,
    branches: [branch],
  }
}

/** What the caller sees of a project, with the branch that a link opens besides. */
export function withShared(own: Project | null, shared: Project | null): Project | null {
  if (!own || !shared || own.id !== shared.id) return own ?? shared
  const more = shared.branches.filter(({ id }) => own.branches.every((branch) => branch.id !== id))
  return { ...own, branches: [...own.branches, ...more] }
}
