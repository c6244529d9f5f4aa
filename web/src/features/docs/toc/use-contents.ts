import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { paramsOf } from '../../../shared/data/keys.ts'
import { readOptions, useRead } from '../../../shared/data/read.ts'
import { useScope } from '../../../shared/data/workspace.tsx'
import { type Branch, type MoreContents, moreContentsQuery, tocQuery } from '../queries.ts'
import { groupsBeside, hasMore, withLevels } from './levels.ts'
import { tocNodes } from './toc.ts'

/**
 * The table of contents of a branch as far as it is needed, with what is around the page at `slug` ('' for none); `load`
 * brings more of it.
 */
export function useContents(branch: Branch, slug: string) {
  const client = useQueryClient()
  const scope = useScope()
  const toc = useRead({
    ...tocQuery(branch, slug),
    // Analysed again under its reader, a branch keeps its contents on screen until the new ones are there.
    placeholderData: (before, last) =>
      last && paramsOf(last.queryKey).branchId === branch.id ? before : undefined,
  })
  const load = useCallback(
    async (more: MoreContents) => {
      const part = readOptions(scope, moreContentsQuery(branch, more))
      // What could not be read is asked for again when its group is opened again.
      const later = await client.fetchQuery({ ...part, staleTime: 0 }).catch(() => null)
      const { queryKey } = readOptions(scope, tocQuery(branch, ''))
      if (later) client.setQueryData(queryKey, (known) => known && withLevels(known, later))
    },
    [client, scope, branch],
  )
  const nodes = useMemo(() => tocNodes(toc.data ?? []), [toc.data])
  const isPart = useMemo(
    () => !toc.isPlaceholderData && hasMore(toc.data ?? []),
    [toc.data, toc.isPlaceholderData],
  )
  const isAway = isPart && slug !== '' && nodes.every((node) => node.slug !== slug)
  useEffect(() => {
    if (isAway) void load({ slug })
  }, [isAway, slug, load])
  // What comes before and after the page is linked from its end.
  const beside = isPart ? groupsBeside(toc.data ?? [], slug).join() : ''
  useEffect(() => {
    if (beside) void load({ ways: beside.split(',') })
  }, [beside, load])
  return { toc, nodes, isPart, load }
}
