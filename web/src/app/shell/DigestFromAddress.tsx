import { useUser } from '@supabase/auth-helpers-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

const DigestByLink = lazy(() => import('../../features/account/DigestByLink.tsx'))

/**
 * `?daily_summary=unsubscribe` or `subscribe`, on whatever page it comes: applied once and taken out of the address.
 * Visitors keep it until they have signed in.
 */
export function DigestFromAddress() {
  const [query, setQuery] = useSearchParams()
  const isSignedIn = useUser() !== null
  const [receive, setReceive] = useState<boolean>()
  const value = query.get('daily_summary')
  const known = value === 'subscribe' || value === 'unsubscribe'
  if (known && receive === undefined && isSignedIn) setReceive(value === 'subscribe')
  const forget = useCallback(
    () =>
      setQuery(
        (current) => {
          current.delete('daily_summary')
          return current
        },
        { replace: true },
      ),
    [setQuery],
  )
  if (receive === undefined) return null
  return (
    <Suspense fallback={null}>
      <DigestByLink receive={receive} onApplied={forget} />
    </Suspense>
  )
}
