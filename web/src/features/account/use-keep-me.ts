import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Me } from '../../shared/data/me.ts'

/** Keeps the account in the cache as the server last answered it. */
export function useKeepMe() {
  const client = useQueryClient()
  const keep = useCallback((me: Me) => client.setQueriesData({ queryKey: ['me'] }, me), [client])
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['me'] }), [client])
  return { keep, refresh }
}
