import type { GridApi } from '@mui/x-data-grid'
import { type RefObject, useEffect, useRef } from 'react'

// So many rows before the last one, the next ones are asked for.
const ahead = 10

/** Tells once for each length of the list that its end comes into view. */
export function useEndReached(
  api: RefObject<GridApi | null>,
  count: number,
  onEndReached: (() => void) | undefined,
): void {
  const told = useRef(-1)
  useEffect(() => {
    const grid = api.current
    if (!grid || !onEndReached) return
    const tell = (lastRowIndex: number) => {
      if (told.current === count || lastRowIndex < count - ahead) return
      told.current = count
      onEndReached()
    }
    tell(grid.state.virtualization.renderContext.lastRowIndex)
    return grid.subscribeEvent('renderedRowsIntervalChange', (context) => tell(context.lastRowIndex))
  }, [api, count, onEndReached])
}
