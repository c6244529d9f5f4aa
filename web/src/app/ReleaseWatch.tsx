import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { watchRelease } from '../shared/data/release.ts'

/** Loads the page anew on the first change of route after a newer release has been found. */
export function ReleaseWatch({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const { pathname } = useLocation()
  const [newer, setNewer] = useState(false)
  const seen = useRef(pathname)
  useEffect(() => watchRelease(() => setNewer(true)), [])
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (newer) reload()
  }, [pathname, newer, reload])
  return null
}
