import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import { TableProblem } from './TableMessage.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import type { DataTableProps } from './types.ts'

export type { BulkAction, Column, DataTableProps, Order, RowAction } from './types.ts'

// The grid is 180 KiB: only who sees rows loads it.
const TableGrid = lazy(() => import('./TableGrid.tsx')) as unknown as <Row>(
  props: DataTableProps<Row>,
) => React.ReactNode

/** A table of rows with sorting, selection, actions and rows that unfold (spec 3 §2 "Data table"). */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, isLoading = false, error = null, height } = props
  const isEmpty = rows.length === 0
  return (
    <Box
      sx={{
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
      {isEmpty && (isLoading || error !== null) ? null : (
        <Suspense fallback={<TableSkeleton label={props.label} />}>
          <TableGrid {...props} />
        </Suspense>
      )}
    </Box>
  )
}
