import type { GridApi } from '@mui/x-data-grid'
import { type RefObject, useEffect, useRef } from 'react'
import type { Entry } from './entries.ts'

/** Brings a row into view, once for each time it is asked for and as soon as it is there. */
export function useScrollTo(api: RefObject<GridApi | null>, entries: Entry[], rowId: string | null): void {
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (rowId === null) done.current = null
    if (rowId === null || done.current === rowId) return
    const index = entries.findIndex(({ of }) => of === rowId)
    if (index < 0) return
    // The grid knows the heights of its rows only after it has drawn them.
    const frame = requestAnimationFrame(() => {
      done.current = rowId
      api.current?.scrollToIndexes({ rowIndex: Math.min(index + 1, entries.length - 1) })
      api.current?.scrollToIndexes({ rowIndex: index })
    })
    return () => cancelAnimationFrame(frame)
  }, [api, entries, rowId])
}
