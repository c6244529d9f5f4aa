import { paths } from '../../shared/config/paths.ts'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { minimumLength, type SearchHit, useProjectScope, useSearch, useTableOfContents } from './queries.ts'

const debounceMs = 250

export interface Entry {
  key: string
  to: string
  title: string
  detail: string
  type: string
  method: string | null
}

export interface Entries {
  items: Entry[]
  /** What is said instead of, or above, the items. */
  message: string | null
  searching: boolean
  failed: boolean
}

/** What the overlay lists: results for a query, the project's table of contents without one. */
export function useEntries(text: string, projectSlug: string | undefined): Entries {
  const settled = useDebounced(text.trim(), debounceMs)
  const scope = useProjectScope(projectSlug)
  const scopeKnown = projectSlug === undefined || !scope.isPending
  const search = useSearch(settled, scope.data?.id, scopeKnown)
  const toc = useTableOfContents(scope.data?.default_branch_id)
  const asks = settled.length >= minimumLength

  if (asks && search.isError) {
    return { items: [], message: 'Error while loading search results.', searching: false, failed: true }
  }
  if (asks) {
    const items = (search.data ?? []).map((hit) => entryOf(hit, projectSlug !== undefined))
    const message = search.isSuccess && items.length === 0 ? 'No results. Try another search term.' : null
    return { items, message, searching: search.isFetching, failed: false }
  }
  const items = text.trim() ? [] : (toc.data ?? []).map((page) => pageEntry(page, projectSlug ?? ''))
  const hint = text.trim() || !projectSlug ? `Type at least ${minimumLength} characters.` : null
  return { items, message: items.length ? null : hint, searching: false, failed: false }
}

function entryOf(hit: SearchHit, insideProject: boolean): Entry {
  const where = insideProject ? [] : [hit.project_name]
  return {
    key: `${hit.project_id}/${hit.node_id}`,
    to: paths.docs(hit.project_slug, undefined, hit.slug),
    title: hit.name,
    detail: [...where, hit.path ?? hit.summary ?? ''].filter(Boolean).join(' · '),
    type: hit.type,
    method: hit.method,
  }
}

function pageEntry(
  page: { slug: string; title: string; type: string; method: string | null },
  project: string,
): Entry {
  const to = paths.docs(project, undefined, page.slug)
  return { key: page.slug, to, title: page.title, detail: '', type: page.type, method: page.method }
}
