// What the address says of the screen: filters and order, and which details are open.
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Order } from '../../shared/ui/table/types.ts'
import { type Flavor, flavorLabels, type Visibility, visibilityLabels } from './model.ts'
import type { Filter, SortBy } from './queries.ts'

export type Details = { kind: 'project' | 'group'; slug: string }

const sorts: SortBy[] = ['name', 'updated_at']

function orderOf(sort: string): Order {
  const by = sorts.find((one) => one === sort.replace('-', '')) ?? 'name'
  return { by, descending: sort.startsWith('-') }
}

function oneOf<T extends string>(value: string | null, labels: Record<T, string>): T | null {
  return value !== null && value in labels ? (value as T) : null
}

/** Filters, order and open details, out of the address and into it. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (next: Record<string, string | null>, isStep = false) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          for (const [key, value] of Object.entries(next)) {
            if (value) changed.set(key, value)
            else changed.delete(key)
          }
          return changed
        },
        { replace: !isStep },
      ),
    [setParams],
  )
  const filter = useMemo(
    (): Filter => ({
      search: params.get('search')?.trim() ?? '',
      visibility: oneOf<Visibility>(params.get('visibility'), visibilityLabels),
      flavor: oneOf<Flavor>(params.get('type'), flavorLabels),
    }),
    [params],
  )
  const asked = detailsOf(params)
  // The router takes its time on a busy screen: what was closed, or deleted, must not stand there meanwhile.
  const [closing, setClosing] = useState<string | null>(null)
  if (!asked && closing !== null) setClosing(null)
  const details = asked?.slug === closing ? null : asked
  const sort = params.get('sort') ?? 'name'
  // The same object for the same order: the grid scrolls to its start when it is given another.
  const order = useMemo(() => orderOf(sort), [sort])
  return {
    filter,
    isFiltered: Boolean(filter.search || filter.visibility || filter.flavor),
    order,
    /** The order as the server names it. */
    sorting: `${order.descending ? '-' : ''}${order.by}`,
    details,
    tab: params.get('tab') ?? undefined,
    change,
    open: ({ kind, slug }: Details, tab: string | null = null) => {
      setClosing(null)
      change({ project: null, group: null, tab, [kind]: slug }, true)
    },
    close: () => {
      setClosing(asked?.slug ?? null)
      change({ project: null, group: null, tab: null }, true)
    },
    reset: () => change({ search: null, visibility: null, type: null }),
  }
}

export type View = ReturnType<typeof useView>

function detailsOf(params: URLSearchParams): Details | null {
  const project = params.get('project')
  if (project) return { kind: 'project', slug: project }
  const group = params.get('group')
  return group ? { kind: 'group', slug: group } : null
}
