import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

export const filters = [
  { value: 'all', label: 'All' },
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
]

/** What the address says is looked for. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (name: string, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const search = params.get('search') ?? ''
  const show = filters.find(({ value }) => value === params.get('show'))?.value ?? 'all'
  return {
    search,
    show,
    has: show === 'all' ? null : show === 'enabled',
    isFiltered: search !== '' || show !== 'all',
    searchFor: useCallback((text: string) => change('search', text.trim()), [change]),
    setShow: (value: string) => change('show', value === 'all' ? '' : value),
    reset: () => setParams({}, { replace: true }),
  }
}

export type View = ReturnType<typeof useView>
