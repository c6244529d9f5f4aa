import { keepPreviousData } from '@tanstack/react-query'
import type { RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'
import { useRead } from '../../shared/data/read.ts'
import { liveKeys, ofRow } from '../../shared/data/realtime.ts'
import { minimumLength, type SearchHit } from '../../shared/data/search.ts'
import { type ResultOf, rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    search: SearchAnswer
  }
}

export type SearchPlace = RowOf<'search_place'>
export type SearchPerson = RowOf<'search_person', 'avatar_url' | 'email'>
export type SearchAnswer = RowOf<
  'search_answer',
  never,
  {
    nodes: SearchHit[]
    projects: SearchPlace[]
    people: SearchPerson[]
    groups: SearchPlace[]
    teams: SearchPlace[]
  }
>

export interface ProjectScope {
  id: number
  slug: string
  name: string
  default_branch_id: number | null
}

liveKeys({ projects: [ofRow(['search-scope'])] })

/** The project that the search is limited to; null when it cannot be seen. */
export function useProjectScope(slug: string | undefined) {
  const workspace = useWorkspace()
  return useRead({
    key: ['search-scope', { slug }],
    read: () =>
      unwrap(
        supabase
          .from('projects')
          .select('id,slug,name,default_branch_id')
          .eq('workspace_id', workspace.id)
          .eq('slug', slug ?? '')
          .maybeSingle(),
      ),
    enabled: slug !== undefined,
  })
}

const nothing: SearchAnswer = { nodes: [], projects: [], people: [], groups: [], teams: [] }

/**
 * What matches in one project: its nodes; in the workspace, where no project is given: names from the first letter on,
 * and nodes. The last result stays while the next loads.
 */
export function useSearch(
  text: string,
  projectId: number | undefined,
  types: string[] | null,
  ready: boolean,
) {
  const workspace = useWorkspace()
  const scope = { p_workspace_id: workspace.id, p_search: text, ...(types ? { p_types: types } : {}) }
  return useRead({
    key: ['search', { projectId, text, types }],
    read: async () =>
      projectId === undefined
        ? rpc('search', scope)
        : { ...nothing, nodes: await rpc('search_nodes', { ...scope, p_project_ids: [projectId] }) },
    enabled: ready && text.length >= (projectId === undefined ? 1 : minimumLength),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export interface TocLink {
  slug: string
  title: string
  type: string
  method: string | null
}

/** The project's table of contents as one flat list of pages. */
export function useTableOfContents(branchId: number | null | undefined) {
  return useRead({
    key: ['search-toc', { branchId }],
    read: branchId ? async () => flatten((await rpc('branch_toc', { p_branch_id: branchId })) ?? []) : null,
  })
}

type Toc = NonNullable<ResultOf<'branch_toc'>>

/** Every page of a table of contents in reading order. */
export function flatten(toc: Toc): TocLink[] {
  return toc.flatMap((entry) => {
    if ('items' in entry) return flatten(entry.items)
    if (!('slug' in entry)) return []
    const { slug, title, type, meta } = entry
    return [{ slug, title, type, method: type === 'http_operation' ? (meta ?? null) : null }]
  })
}
