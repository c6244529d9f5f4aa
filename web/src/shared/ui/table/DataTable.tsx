import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { Suspense, useEffect } from 'react'
import { lazyAhead } from '../lazy-ahead.tsx'
import type Grid from './TableGrid.tsx'
import { TableProblem } from './TableMessage.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import type { DataTableProps } from './types.ts'

export type { BulkAction, Column, DataTableProps, Order, RowAction } from './types.ts'

// The grid is 180 KiB: it comes with the first table, not with the screen.
const grid = lazyAhead(() => import('./TableGrid.tsx'))
// Loading it forgets that the component is generic.
const TableGrid = grid.Part as unknown as typeof Grid

/** Loads the grid ahead of the first table. */
export const preloadGrid = grid.preload

/** A table of rows with sorting, selection, actions and rows that unfold. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, isLoading = false, error = null, height } = props
  const isEmpty = rows.length === 0
  // Beside the rows, not after them.
  useEffect(preloadGrid, [])
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        ...(height === undefined ? { flex: 1, minHeight: 320 } : { height }),
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        backgroundColor: 'background.paper',
      }}
    >
      {error !== null ? <TableProblem message={error} onRetry={props.onRetry} isAlone={isEmpty} /> : null}
      {isEmpty && isLoading && error === null ? <TableSkeleton label={props.label} /> : null}
      {!isEmpty && isLoading ? <Refreshing label={props.label} /> : null}
      {isEmpty && (isLoading || error !== null) ? null : (
        <Suspense fallback={<TableSkeleton label={props.label} />}>
          <TableGrid {...props} />
        </Suspense>
      )}
    </Box>
  )
}

function Refreshing({ label }: { label: string }) {
  return (
    <LinearProgress
      aria-label={`Loading ${label}`}
      sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 1, height: 2 }}
    />
  )
}
