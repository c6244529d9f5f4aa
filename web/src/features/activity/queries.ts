// The trail of a workspace: pages of it, what is new since, and all of it for an export.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ActivityEventRow } from '../../../../supabase/functions/_shared/domain/activity-event.ts'
import { usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { toldTables } from './told-tables.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    workspace_activity: ActivityEvent[]
  }
}

export const eventGroups = ['workspace', 'group', 'project', 'team'] as const
export type EventGroup = (typeof eventGroups)[number]

export type ActivityEvent = ActivityEventRow

const pageSize = 50
/** As many as the database answers at once. */
const mostAtOnce = 500
const news = ['activity-news']

liveKeys(Object.fromEntries(toldTables.map((table) => [table, [news]])))

interface Range {
  before?: number | undefined
  after?: number | undefined
  limit: number
}

function fetchEvents(workspaceId: number, groups: readonly EventGroup[], range: Range) {
  return rpc('workspace_activity', {
    p_workspace_id: workspaceId,
    p_before: range.before ?? null,
    p_after: range.after ?? null,
    p_limit: range.limit,
    p_types: groups.length > 0 ? [...groups] : null,
  })
}

/** Events of some groups (none: of all), newest first; what happens meanwhile comes on top. */
export function useActivity(groups: readonly EventGroup[], enabled: boolean) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const pages = usePages({
    key: ['activity', { groups }],
    read: (before) => fetchEvents(workspace.id, groups, { before: before ?? undefined, limit: pageSize }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    enabled,
  })
  const newest = pages.data?.pages[0]?.[0]?.id ?? 0
  const newer = useRead({
    key: ['activity-news', { groups, newest }],
    read: () => fetchEvents(workspace.id, groups, { after: newest, limit: mostAtOnce }),
    staleTime: 0,
    enabled: enabled && pages.isSuccess,
  })
  const isFarBehind = newer.data?.length === mostAtOnce
  useEffect(() => {
    if (isFarBehind) void client.resetQueries({ queryKey: ['activity'] })
  }, [client, isFarBehind])
  const events = useMemo(
    () => (pages.data ? [...(newer.data ?? []), ...pages.data.pages.flat()] : []),
    [newer.data, pages.data],
  )
  return { ...pages, events }
}

/**
 * Every event of some groups, newest first, for an export.
 * @param onProgress how many have come so far
 */
export async function allEvents(
  workspaceId: number,
  groups: readonly EventGroup[],
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  for (;;) {
    const page = await fetchEvents(workspaceId, groups, { before: events.at(-1)?.id, limit: mostAtOnce })
    signal.throwIfAborted()
    events.push(...page)
    onProgress(events.length)
    if (page.length < mostAtOnce) return events
  }
}
