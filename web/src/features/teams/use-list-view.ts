import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import type { Order } from '../../shared/ui/table/types.ts'
import type { TeamFilter } from './queries.ts'

const sortable = ['name', 'project_count', 'member_count', 'updated_at']

/** What the address says of the list (who, search, order) and the open team's tab, and how to change it. */
export function useListView() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { search: query } = useLocation()
  const order = orderOf(params.get('sort'))
  const filter: TeamFilter = {
    mine: params.get('show') === 'mine',
    search: params.get('q') ?? '',
    order: `${order.descending ? '-' : ''}${order.by}`,
  }
  const set = (changes: Record<string, string | null>) =>
    setParams((known) => changed(known, changes), { replace: true })
  const goTo = (path: string, tab: string | null) => {
    const next = changed(new URLSearchParams(query), { tab }).toString()
    navigate(next ? `${path}?${next}` : path)
  }
  return {
    filter,
    order,
    isFiltered: filter.mine || filter.search !== '',
    tab: params.get('tab') ?? 'overview',
    setMine: (mine: boolean) => set({ show: mine ? 'mine' : null }),
    setSearch: (search: string) => set({ q: search.trim() || null }),
    setOrder: ({ by, descending }: Order) => set({ sort: `${descending ? '-' : ''}${by}` }),
    setTab: (tab: string) => set({ tab: tab === 'overview' ? null : tab }),
    reset: () => set({ q: null, show: null }),
    openTeam: (slug: string, tab: string | null = null) => goTo(paths.admin.team(slug), tab),
    close: () => goTo(paths.admin.teams, null),
  }
}

function orderOf(sort: string | null): Order {
  const by = sort?.replace(/^-/, '') ?? ''
  if (!sortable.includes(by)) return { by: 'name', descending: false }
  return { by, descending: sort?.startsWith('-') ?? false }
}

function changed(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  return next
}
