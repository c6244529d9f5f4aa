// A project and its branches as their readers see them.

export interface Branch {
  id: number
  name: string
  slug: string
  is_default: boolean
  is_published: boolean
  last_analyzed_at: string | null
  commit_hash: string | null
  article_count: number
  schema_count: number
  api_count: number
  operation_count: number
}

export interface Project {
  id: number
  name: string
  slug: string
  description: string | null
  icon_name: string | null
  icon_color: string | null
  type: 'web' | 'cli' | 'vcs' | 'local'
  flavor: string
  visibility: 'private' | 'internal' | 'public'
  workspace_id: number
  default_branch_id: number | null
  branches: Branch[]
}

/** The branch with this slug, the default one without. */
export function branchOf(project: Project, slug: string | undefined): Branch | undefined {
  if (slug !== undefined) return project.branches.find((branch) => branch.slug === slug)
  const byDefault = project.branches.find((branch) => branch.id === project.default_branch_id)
  return byDefault ?? project.branches.find((branch) => branch.is_default) ?? project.branches[0]
}
