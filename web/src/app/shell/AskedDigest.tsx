import { lazy, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../shared/data/workspace.tsx'

const DigestByLink = lazy(() => import('../../features/account/DigestByLink.tsx'))

/**
 * `?daily_summary=unsubscribe` or `subscribe`, on whatever page it comes: applied once and taken out of the address.
 * Visitors keep it until they have signed in.
 */
export function AskedDigest() {
  const [query, setQuery] = useSearchParams()
  const session = useSession()
  const [asked, setAsked] = useState<boolean>()
  const wish = query.get('daily_summary')
  const known = wish === 'subscribe' || wish === 'unsubscribe'
  if (known && asked === undefined && session.status === 'signed-in') setAsked(wish === 'subscribe')
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
  if (asked === undefined) return null
  return (
    <Suspense fallback={null}>
      <DigestByLink receive={asked} onApplied={forget} />
    </Suspense>
  )
}
