import type { GridApi } from '@mui/x-data-grid'
import { type RefObject, useEffect, useRef } from 'react'

// So many rows before the last one, the next ones are asked for.
const ahead = 10

/** Calls back once for each number of rows when their end comes into view; unfolded ones make more lines than rows. */
export function useEndReached(
  api: RefObject<GridApi | null>,
  count: { rows: number; lines: number },
  onEndReached: (() => void) | undefined,
): void {
  const { rows, lines } = count
  const reported = useRef(-1)
  useEffect(() => {
    const grid = api.current
    if (!grid || !onEndReached) return
    const report = (lastRowIndex: number) => {
      if (reported.current === rows || lastRowIndex < lines - ahead) return
      reported.current = rows
      onEndReached()
    }
    report(grid.state.virtualization.renderContext.lastRowIndex)
    return grid.subscribeEvent('renderedRowsIntervalChange', (context) => report(context.lastRowIndex))
  }, [api, rows, lines, onEndReached])
}
