import type { GridApi } from '@mui/x-data-grid'
import { type RefObject, useEffect, useRef } from 'react'

// So many rows before the last one, the next ones are asked for.
const ahead = 10

/** Tells once for each number of rows that their end comes into view; unfolded ones make more lines than rows. */
export function useEndReached(
  api: RefObject<GridApi | null>,
  count: { rows: number; lines: number },
  onEndReached: (() => void) | undefined,
): void {
  const { rows, lines } = count
  const told = useRef(-1)
  useEffect(() => {
    const grid = api.current
    if (!grid || !onEndReached) return
    const tell = (lastRowIndex: number) => {
      if (told.current === rows || lastRowIndex < lines - ahead) return
      told.current = rows
      onEndReached()
    }
    tell(grid.state.virtualization.renderContext.lastRowIndex)
    return grid.subscribeEvent('renderedRowsIntervalChange', (context) => tell(context.lastRowIndex))
  }, [api, rows, lines, onEndReached])
}
