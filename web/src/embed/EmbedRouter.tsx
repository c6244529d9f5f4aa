import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createPath, type Navigator, Router, type To } from 'react-router-dom'
import { hrefFor, type Place, placeAt, placeOf, type Where } from './place.ts'

/** A router that leaves the page around where it is, but for the part of its address that the element may have. */
export function EmbedRouter({ where, children }: { where: Where; children: ReactNode }) {
  const [place, setPlace] = useState(() => placeAt(where, window.location))
  // Another start was asked for by an attribute.
  const [begun, setBegun] = useState(where)
  if (begun !== where) {
    setBegun(where)
    setPlace(placeOf(where.start))
  }
  useEffect(() => {
    if (where.kind !== 'hash' && where.kind !== 'history') return
    const follow = () => setPlace(placeAt(where, window.location))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [where])
  const navigator = useMemo(() => navigatorOf(where, setPlace), [where])
  return (
    <Router location={place} navigator={navigator}>
      {children}
    </Router>
  )
}

function navigatorOf(where: Where, setPlace: (place: Place) => void): Navigator {
  const go = (to: To, write: 'pushState' | 'replaceState') => {
    const next = placeOf(typeof to === 'string' ? to : createPath(to))
    const isWritten = where.kind === 'hash' || where.kind === 'history'
    if (isWritten) window.history[write](window.history.state, '', hrefFor(where, next))
    // What leads on by itself (a first page, a new name) is no link that somebody followed.
    if (where.kind === 'static' && write === 'pushState') window.location.assign(hrefFor(where, next))
    else setPlace(next)
  }
  return {
    createHref: (to) => hrefFor(where, typeof to === 'string' ? placeOf(to) : to),
    go: (steps) => window.history.go(steps),
    push: (to) => go(to, 'pushState'),
    replace: (to) => go(to, 'replaceState'),
  }
}
