import { useState } from 'react'
import { useAllGroups } from '../../shared/data/groups.ts'
import { readOn } from '../../shared/data/read.ts'
import type { Project } from './model.ts'
import { useMatches } from './queries.ts'
import { rowsBySection, rowsOfMatches, type TableRow } from './rows.ts'
import { type SectionId, useSections } from './use-sections.ts'
import type { View } from './use-view.ts'

/** At most so many can be changed at once; the database holds the same. */
export const mostAtOnce = 500

/** The table's rows: group by group, or what search and filters found. */
export function useTableRows({ filter, isFiltered, sorting }: View) {
  const groups = useAllGroups()
  const sections = useSections(sorting)
  const matches = useMatches(filter, sorting, isFiltered)
  // A search unfolds everything, and folding its results folds nothing else.
  const browsing = useFolded()
  const searching = useFolded()
  const folded = isFiltered ? searching : browsing
  const known = groups.data ?? []

  const found = matches.data?.projects ?? []
  const named = filter.search.toLowerCase()
  const isNamed = !filter.visibility && !filter.flavor
  const rows: TableRow[] = isFiltered
    ? rowsOfMatches(known, found, folded.has, (group) => isNamed && group.name.toLowerCase().includes(named))
    : rowsBySection(known, folded.has, sections.sectionOf)
  const ungrouped = sections.sectionOf(null)
  const query = isFiltered ? matches : groups
  const [isLoadingAll, setLoadingAll] = useState(false)
  /** Shows what was found, as far as it can be changed at once. */
  const loadMatches = async (): Promise<Project[]> => {
    searching.unfold()
    setLoadingAll(true)
    try {
      const read = await readOn(matches, ({ projects }) => projects.length >= mostAtOnce)
      return (read?.projects ?? []).slice(0, mostAtOnce)
    } finally {
      setLoadingAll(false)
    }
  }
  return {
    groups: known,
    isReadingGroups: groups.isPending,
    rows: groups.data ? rows : [],
    isLoading: groups.isPending || (isFiltered ? matches.isPending : ungrouped.hasMore && !ungrouped.error),
    error: query.error ?? groups.error,
    retry: () => void Promise.all([groups.refetch(), isFiltered ? matches.refetch() : null]),
    toggle: folded.toggle,
    more: sections.more,
    moreMatches: () => {
      if (isFiltered && matches.hasNextPage && !matches.isFetchingNextPage) void matches.fetchNextPage()
    },
    isLoadingMore: matches.isFetchingNextPage,
    /** What a selection of all that were found lacks; null when they are read, or as many as can be changed at once. */
    rest:
      isFiltered && matches.hasNextPage && found.length < mostAtOnce
        ? { total: matches.data?.total ?? 0, most: mostAtOnce, isBusy: isLoadingAll, load: loadMatches }
        : null,
  }
}

export type TableRows = ReturnType<typeof useTableRows>

function useFolded() {
  const [folded, setFolded] = useState<ReadonlySet<SectionId>>(new Set())
  const toggle = (id: SectionId) =>
    setFolded((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return { has: (id: SectionId) => folded.has(id), toggle, unfold: () => setFolded(new Set()) }
}
