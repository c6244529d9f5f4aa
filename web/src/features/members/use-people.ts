import { useState } from 'react'
import { useMe, usePermissions } from '../../shared/data/me.ts'
import { readOn } from '../../shared/data/read.ts'
import type { Order } from '../../shared/ui/table/DataTable.tsx'
import { type Person, pendingPeople, personOfMember, type RoleFilter } from './people.ts'
import { useInvitations, useJoinRequests, useMembers } from './queries.ts'

/** More are not selected at once: one who means that many filters first. */
const mostSelected = 10_000

/** Everybody the filter means, who waits first; further pages on demand. */
export function usePeople({ role, search, order }: { role: RoleFilter; search: string; order: Order }) {
  const { can } = usePermissions()
  const caller = { myId: useMe().data?.id, approves: can('WorkspaceMembersApprove') }
  const withMembers = role !== 'pending'
  const withPending = role === 'pending' || role === 'all'
  const members = useMembers(
    {
      search,
      role: role === 'all' || role === 'pending' ? null : role,
      order: `${order.descending ? '-' : ''}${order.by}`,
    },
    withMembers,
  )
  const invitations = useInvitations(withPending)
  const requests = useJoinRequests(withPending)
  const shown = [...(withMembers ? [members] : []), ...(withPending ? [invitations, requests] : [])]
  const rows: Person[] = [
    ...pendingPeople(requests.data ?? [], invitations.data ?? [], { role, search }, caller),
    ...(withMembers ? (members.data?.items ?? []).map(personOfMember) : []),
  ]
  const [isLoadingAll, setLoadingAll] = useState(false)
  const unread = withMembers ? (members.data?.total ?? 0) - (members.data?.items.length ?? 0) : 0
  const total = rows.length + unread
  /** Reads all pages; ids of the members on them. */
  const loadAll = async () => {
    setLoadingAll(true)
    try {
      return ((await readOn(members))?.items ?? []).map(personOfMember)
    } finally {
      setLoadingAll(false)
    }
  }
  return {
    rows,
    /** What a selection of everybody lacks; null when all are read, or too many match. */
    rest: unread > 0 && total <= mostSelected ? { total, isBusy: isLoadingAll, loadAll } : null,
    isLoading: shown.some(({ isPending }) => isPending),
    error: shown.find(({ error }) => error !== null)?.error ?? null,
    isLoadingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
    retry: () => {
      for (const query of shown) if (query.isError) void query.refetch()
    },
    loadMore: () => {
      for (const query of shown) if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
  }
}
