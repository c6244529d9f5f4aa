// What the docs read: a project with its branches, a branch's table of contents, one node at a time, and how the
// last analysis went. Content does not change under a branch until it is analysed again, which is part of the key.
import type { ResultOf } from 'gql.tada'
import { rpcExact } from '../../shared/data/exact.ts'
import { nodesOf, query } from '../../shared/data/graphql.ts'
import type { Query } from '../../shared/data/read.ts'
import { liveKeys, ofRow } from '../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import type { Workspace } from '../../shared/data/workspace.tsx'
import { projectBySlug } from './docs.operations.ts'
import { type DocsAddress, fetchFirst, takeFirst } from './first-docs.ts'
import type { Branch, Project } from './model/project.ts'
import type { DocsNode } from './model/types.ts'
import { sharedProject, withShared } from './shared.ts'
import type { TocEntry } from './toc/types.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    branch_node: DocsNode | null
    branch_node_by_uri: DocsNode | null
    branch_toc: TocEntry[] | null
    branch_contents: TocEntry[] | null
  }
}

export type { Branch, Project } from './model/project.ts'

export interface AnalysisError {
  message: string
  file?: string
  line?: number
  column?: number
  /** What the task is queued again by. */
  waits_for?: 'credentials' | 'push'
}

export interface AnalysisTask {
  job_id: string
  status: 'queued' | 'running' | 'success' | 'failed'
  started_at: string | null
  created_at: string
  branch_ref: string | null
  payload: {
    progress?: { phase?: string; done?: number; total?: number }
    error?: AnalysisError
    errors?: number
    warnings?: number
  } | null
}

// The contents of a branch are keyed by its last analysis: they follow the project's row.
liveKeys({
  projects: [ofRow(['docs-project'])],
  branches: [['docs-project']],
  task_logs: [['docs-analysis']],
})

/** A branch as it was last analysed. */
export type BranchState = Pick<Branch, 'id' | 'last_analyzed_at'>

/** What the keys of a branch's contents begin with. */
export const contentOf = (branch: BranchState) => ({
  branchId: branch.id,
  analyzedAt: branch.last_analyzed_at,
})

/** A workspace by its slug; null when there is none. */
export function workspaceQuery(slug: string): Query<Workspace | null> {
  return { key: ['workspace', { slug }], read: () => rpc('workspace_by_slug', { p_slug: slug }) }
}

/**
 * A project and its branches, default first; null when there is none that the reader may see. With an address the first
 * answer brings the page there along.
 */
export function projectQuery(
  workspaceId: number,
  slug: string,
  address?: DocsAddress,
): Query<Project | null> & { staleTime: number } {
  return {
    key: ['docs-project', { slug }],
    read: async () => {
      if (address) await fetchFirst(address)
      return readProject(workspaceId, slug)
    },
    // Branches come and go while somebody reads.
    staleTime: 30_000,
  }
}

/** A project by the slug that it has, with the branch that a link shows; null where the reader may see neither. */
export async function readProject(workspaceId: number, slug: string): Promise<Project | null> {
  const first = takeFirst('project', ({ project }) => project.slug === slug)
  const found = first ?? (await findProject(workspaceId, slug))
  const shared = await sharedProject(workspaceId)
  return withShared(found, shared?.slug === slug ? shared : null)
}

async function findProject(workspaceId: number, slug: string): Promise<Project | null> {
  const { projectsCollection } = await query(projectBySlug, { workspaceId: String(workspaceId), slug })
  const [found] = nodesOf(projectsCollection)
  return found ? projectOf(found) : null
}

/** The table of contents of a branch as it was analysed at the given time; of long ones the groups around a page. */
export function tocQuery(branch: Branch, slug: string): Query<TocEntry[]> {
  return {
    key: ['docs-toc', contentOf(branch)],
    read: async () =>
      takeFirst('contents', (page) => page.branch_id === branch.id) ??
      (await rpc('branch_contents', { p_branch_id: branch.id, ...(slug && { p_slug: slug }) })) ??
      [],
  }
}

/** More of a table of contents: the groups around a page, those at some places, or all. */
export type MoreContents = { slug: string } | { ways: string[] } | 'all'

/** That of a table of contents and, of long ones, what stands at its outermost level. */
export function moreContentsQuery(branch: Branch, more: MoreContents): Query<TocEntry[]> {
  const args = { p_branch_id: branch.id }
  return {
    key: ['docs-toc-part', { ...contentOf(branch), more }],
    read: async () =>
      (await (more === 'all'
        ? rpc('branch_toc', args)
        : rpc('branch_contents', {
            ...args,
            ...('slug' in more ? { p_slug: more.slug } : { p_ways: more.ways }),
          }))) ?? [],
  }
}

/** One node by slug; null when the branch has none. */
export function nodeQuery(branch: Branch, slug: string): Query<DocsNode | null> {
  return {
    key: ['docs-node', { ...contentOf(branch), slug }],
    read: async () =>
      takeFirst('node', (page) => page.branch_id === branch.id && page.node?.slug === slug) ??
      rpcExact('branch_node', { p_branch_id: branch.id, p_slug: slug }),
  }
}

/** One node by URI; null when the branch has none. */
export function nodeByUriQuery(branch: BranchState, uri: string): Query<DocsNode | null> {
  return {
    key: ['docs-node-by-uri', { ...contentOf(branch), uri }],
    read: () => rpcExact('branch_node_by_uri', { p_branch_id: branch.id, p_uri: uri }),
  }
}

/** The page of the first ruleset of a branch; null when it has none. */
export function rulesetQuery(branch: Branch): Query<string | null> {
  return {
    key: ['docs-ruleset', contentOf(branch)],
    read: async () => {
      const rulesets = supabase
        .from('branch_nodes')
        .select('slug')
        .eq('branch_id', branch.id)
        .in('type', ['spectral_ruleset', 'styleguide'])
      return (await unwrap(rulesets.order('uri').limit(1).maybeSingle()))?.slug ?? null
    },
  }
}

/** The latest analysis of a branch; null when there is none or the reader may not see it. */
export function analysisQuery(branchId: number): Query<AnalysisTask | null> {
  return {
    key: ['docs-analysis', { branchId }],
    read: () =>
      unwrap(
        supabase
          .from('task_logs')
          .select('job_id,status,started_at,created_at,branch_ref,payload')
          .eq('branch_id', branchId)
          .eq('task_id', 'analyze')
          .order('created_at', { ascending: false })
          .limit(1)
          .maybeSingle()
          .overrideTypes<AnalysisTask, { merge: false }>(),
      ),
  }
}

type ProjectNode = NonNullable<ResultOf<typeof projectBySlug>['projectsCollection']>['edges'][number]['node']
type BranchNode = NonNullable<ProjectNode['branchesCollection']>['edges'][number]['node']

function projectOf(node: ProjectNode): Project {
  return {
    id: Number(node.id),
    name: node.name,
    slug: node.slug,
    description: node.description,
    icon_name: node.iconName,
    icon_color: node.iconColor,
    type: node.type as Project['type'],
    flavor: node.flavor,
    visibility: node.visibility as Project['visibility'],
    workspace_id: Number(node.workspaceId),
    default_branch_id: node.defaultBranchId === null ? null : Number(node.defaultBranchId),
    branches: inOrder(nodesOf(node.branchesCollection).map(branchFrom)),
  }
}

function branchFrom(node: BranchNode): Branch {
  return {
    id: Number(node.id),
    name: node.name,
    slug: node.slug,
    is_default: node.isDefault,
    is_published: node.isPublished,
    last_analyzed_at: node.lastAnalyzedAt,
    commit_hash: node.commitHash,
    article_count: node.articleCount,
    schema_count: node.schemaCount,
    api_count: node.apiCount,
    operation_count: node.operationCount,
  }
}

function inOrder(branches: Branch[]): Branch[] {
  return [...branches].sort(
    (a, b) =>
      Number(b.is_default) - Number(a.is_default) ||
      a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
}
