import { keepPreviousData } from '@tanstack/react-query'
import type { RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'
import { useRead } from '../../shared/data/read.ts'
import { minimumLength, type SearchHit } from '../../shared/data/search.ts'
import { type ResultOf, rpc } from '../../shared/data/supabase.ts'
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

const nothing: SearchAnswer = { nodes: [], projects: [], people: [], groups: [], teams: [] }

export interface Searched {
  text: string
  types: string[] | null
  projectId: number | undefined
  version: string | undefined
  tag: string | undefined
}

/**
 * What matches in the workspace: names from the first letter on, and nodes; nodes alone where a project, a version or a
 * tag is given, and all that have the tag where nothing is typed. The last result stays while the next loads.
 */
export function useSearch({ text, types, projectId, version, tag }: Searched, ready: boolean) {
  const workspace = useWorkspace()
  // Tags are among the words of what they stand at.
  const scope = {
    p_workspace_id: workspace.id,
    p_search: text || (tag ?? ''),
    ...(types ? { p_types: types } : {}),
  }
  const isNarrow = projectId !== undefined || version !== undefined || tag !== undefined
  const within = {
    ...(projectId === undefined ? {} : { p_project_ids: [projectId] }),
    ...(version === undefined ? {} : { p_branch_slug: version }),
    ...(tag === undefined ? {} : { p_tags: [tag] }),
  }
  return useRead({
    key: ['search', { projectId, version, tag, text, types }],
    read: async () =>
      isNarrow
        ? { ...nothing, nodes: await rpc('search_nodes', { ...scope, ...within }) }
        : rpc('search', scope),
    enabled: ready && (text ? text.length >= (isNarrow ? minimumLength : 1) : tag !== undefined),
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
