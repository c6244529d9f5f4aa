// Lists of thousands of rows that are all equally high: only those in sight exist.
import { useCallback, useRef, useState } from 'react'

interface Options {
  count: number
  /** Of one row, px. */
  rowHeight: number
  /** How many rows exist beyond either edge, so that scrolling shows no gap. */
  spare: number
}

interface Sight {
  first: number
  size: number
}

/** What to render in a scrolled element: `ref` is the element's, `rows` are the indices in sight and where they begin. */
export function useRowsInSight({ count, rowHeight, spare }: Options) {
  const scroller = useRef<HTMLElement>(null)
  // A screen's worth, until the element has been measured.
  const [sight, setSight] = useState<Sight>(() => ({
    first: 0,
    size: Math.ceil(window.innerHeight / rowHeight),
  }))
  const ref = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = element
      if (!element) return
      const look = () => {
        if (element.clientHeight === 0) return
        const first = Math.floor(element.scrollTop / rowHeight)
        const size = Math.ceil(element.clientHeight / rowHeight) + 1
        setSight((known) => (known.first === first && known.size === size ? known : { first, size }))
      }
      look()
      element.addEventListener('scroll', look, { passive: true })
      window.addEventListener('resize', look)
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
      observer?.observe(element)
      return () => {
        element.removeEventListener('scroll', look)
        window.removeEventListener('resize', look)
        observer?.disconnect()
      }
    },
    [rowHeight],
  )
  /** Brings a row into sight, by the shortest way. */
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element) return
      const top = index * rowHeight
      const highest = top + rowHeight - element.clientHeight
      element.scrollTop = Math.min(top, Math.max(highest, element.scrollTop))
    },
    [rowHeight],
  )
  const from = Math.max(0, Math.min(sight.first, count - sight.size) - spare)
  const to = Math.min(count, from + sight.size + 2 * spare)
  const rows = Array.from({ length: to - from }, (_, place) => ({
    index: from + place,
    start: (from + place) * rowHeight,
  }))
  return { ref, rows, height: count * rowHeight, scrollTo }
}
