import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { workspaceRoles } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { Order } from '../../shared/ui/table/DataTable.tsx'
import type { RoleFilter } from './people.ts'

const orders = ['name', 'role', 'last_seen_at', 'created_at']

/** What the address says of the screen: the filter, the order, and whose details are open. */
export function useView() {
  const [query, setQuery] = useSearchParams()
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setQuery(
        (known) => {
          const next = new URLSearchParams(known)
          for (const [name, value] of Object.entries(changes))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setQuery],
  )
  const setSearch = useCallback((search: string) => set({ q: search }), [set])
  return {
    role: roleOf(query.get('role')),
    search: query.get('q') ?? '',
    order: orderOf(query.get('sort')),
    open: query.get('open'),
    setSearch,
    setRole: (role: string) => set({ role: role === 'all' ? null : role }),
    setOrder: ({ by, descending }: Order) => set({ sort: `${descending ? '-' : ''}${by}` }),
    setOpen: (id: string | null) => set({ open: id }),
    reset: () => set({ q: null, role: null }),
  }
}

function roleOf(value: string | null): RoleFilter {
  return value === 'pending' ? value : (workspaceRoles.find((role) => role === value) ?? 'all')
}

function orderOf(value: string | null): Order {
  const by = value?.replace(/^-/, '') ?? ''
  return orders.includes(by)
    ? { by, descending: value?.startsWith('-') ?? false }
    : { by: 'name', descending: false }
}
