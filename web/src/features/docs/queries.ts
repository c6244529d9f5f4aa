// What the docs read: a project with its branches, a branch's table of contents, one node at a time, and how the
// last analysis went. Content does not change under a branch until it is analysed again, which is part of the key.
import { queryOptions } from '@tanstack/react-query'
import { liveKeys, ofRow } from '../../shared/data/realtime.ts'
import { db, rpc, unwrap } from '../../shared/data/supabase.ts'
import type { DocsNode } from './model/types.ts'
import type { TocEntry } from './toc/types.ts'

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

export interface AnalysisError {
  message: string
  file?: string
  line?: number
  column?: number
}

export interface AnalysisTask {
  job_id: string
  status: 'queued' | 'running' | 'success' | 'failed'
  started_at: string | null
  created_at: string
  payload: { progress?: { phase?: string; done?: number; total?: number }; error?: AnalysisError } | null
}

// The contents of a branch are keyed by its last analysis: they follow the project's row.
liveKeys({
  projects: [ofRow(['docs-project'])],
  branches: [['docs-project']],
  task_logs: [['docs-analysis']],
})

const branchColumns =
  'id,name,slug,is_default,is_published,last_analyzed_at,commit_hash,article_count,schema_count,api_count,operation_count'
const projectColumns = `id,name,slug,description,icon_name,icon_color,type,flavor,visibility,workspace_id,default_branch_id,branches!branches_project_id_fkey(${branchColumns})`

/** A project and its branches, default first; null when there is none that the reader may see. */
export function projectQuery(workspaceId: number, slug: string, reader: string | null) {
  return queryOptions({
    queryKey: ['docs-project', workspaceId, slug, reader],
    queryFn: async () => {
      const found = await unwrap<Project | null>(
        db
          .from('projects')
          .select(projectColumns)
          .eq('workspace_id', workspaceId)
          .eq('slug', slug)
          .maybeSingle(),
      )
      return found && { ...found, branches: inOrder(found.branches) }
    },
    // Branches come and go while somebody reads.
    staleTime: 30_000,
  })
}

/** The table of contents of a branch as it was analysed at the given time. */
export function tocQuery(branch: Branch, reader: string | null) {
  return queryOptions({
    queryKey: ['docs-toc', branch.id, branch.last_analyzed_at, reader],
    queryFn: async () => (await rpc<TocEntry[] | null>('branch_toc', { p_branch_id: branch.id })) ?? [],
  })
}

/** One node by slug; null when the branch has none. */
export function nodeQuery(branch: Branch, slug: string, reader: string | null) {
  return queryOptions({
    queryKey: ['docs-node', branch.id, branch.last_analyzed_at, slug, reader],
    queryFn: () => rpc<DocsNode | null>('branch_node', { p_branch_id: branch.id, p_slug: slug }),
  })
}

/** One node by URI; null when the branch has none. */
export function nodeByUriQuery(branch: Branch, uri: string, reader: string | null) {
  return queryOptions({
    queryKey: ['docs-node-by-uri', branch.id, branch.last_analyzed_at, uri, reader],
    queryFn: () => rpc<DocsNode | null>('branch_node_by_uri', { p_branch_id: branch.id, p_uri: uri }),
  })
}

/** The latest analysis of a branch; null when there is none or the reader may not see it. */
export function analysisQuery(branchId: number) {
  return queryOptions({
    queryKey: ['docs-analysis', branchId],
    queryFn: () =>
      unwrap<AnalysisTask | null>(
        db
          .from('task_logs')
          .select('job_id,status,started_at,created_at,payload')
          .eq('branch_id', branchId)
          .eq('task_id', 'analyze')
          .order('created_at', { ascending: false })
          .limit(1)
          .maybeSingle(),
      ),
  })
}

function inOrder(branches: Branch[]): Branch[] {
  return [...branches].sort(
    (a, b) =>
      Number(b.is_default) - Number(a.is_default) ||
      a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
}
