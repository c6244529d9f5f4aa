import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  DataGrid,
  type GridCellParams,
  type GridRowSelectionModel,
  type GridSortModel,
  useGridApiRef,
} from '@mui/x-data-grid'
import { useMemo } from 'react'
import { BulkBar } from './BulkBar.tsx'
import { areSameEntries, type Entry, entriesOf } from './entries.ts'
import { gridColumns, shapeOf, type TableShape } from './grid-columns.tsx'
import { gridStyle } from './grid-style.ts'
import { isOwnControl, takesKeys } from './interactive.ts'
import { SortIcon } from './SortIcon.tsx'
import { rowHeight } from './sizes.ts'
import { TableRow } from './TableRow.tsx'
import { TableViewContext, useTableView } from './table-view.ts'
import type { DataTableProps, Order } from './types.ts'
import { useEndReached } from './use-end-reached.ts'
import { useExpansion } from './use-expansion.ts'
import { useKept } from './use-kept.ts'
import { useOrder } from './use-order.ts'
import { useScrollTo } from './use-scroll-to.ts'
import { viewOf } from './view-of.tsx'

// All rows on one page; the grid draws only those in view (docs/decisions/0020).
const onePage = { page: 0, pageSize: -1 }
// Without "none", sorting cannot be removed.
const directions = ['asc', 'desc'] as const
const slots = { row: TableRow, columnHeaderSortIcon: SortIcon, noRowsOverlay: EmptyOverlay }
const nothing: ReadonlySet<string> = new Set()
const likelyDetailHeight = 160

/** The rows of a table, on MUI's grid. */
export default function TableGrid<Row>(props: DataTableProps<Row>) {
  const { label, onRowClick, selected = nothing, onSelectedChange, bulkActions = [] } = props
  const api = useGridApiRef()
  const { rows, order, setOrder } = useOrder(props)
  const asked = props.scrollToRowId ?? null
  const { expanded, toggle } = useExpansion(asked)
  const rowById = useMemo(() => new Map(rows.map((row) => [props.rowId(row), row])), [rows, props.rowId])
  const unfolded = unfoldedOf(props, rowById, expanded)
  const entries = useKept(entriesOf([...rowById.keys()], unfolded), areSameEntries)
  const columns = useGridColumns(props)
  useScrollTo(api, entries, asked)
  const onEndReached = props.isLoadingMore ? undefined : props.onEndReached
  useEndReached(api, { rows: rows.length, lines: entries.length }, onEndReached)

  const sortModel = useMemo(() => sortModelOf(order), [order])
  const selection: GridRowSelectionModel = useMemo(
    () => ({ type: 'include', ids: new Set(selected) }),
    [selected],
  )
  const open = (id: string) => {
    const row = rowById.get(id)
    if (row !== undefined) onRowClick?.(row)
  }
  const openByKey = ({ row }: GridCellParams<Entry>, event: React.KeyboardEvent) => {
    const isOnCell = event.target === event.currentTarget
    if (event.key === 'Enter' && isOnCell && !row.isDetail) open(row.of)
  }
  return (
    <TableViewContext value={viewOf(props, rowById, { expanded: unfolded, toggle })}>
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
        {/* Out of the flow: the table's height comes from its place, never from its rows. */}
        <Box sx={{ position: 'absolute', inset: 0, containerType: 'inline-size' }}>
          <DataGrid
            apiRef={api}
            aria-label={label}
            className={onRowClick ? 'clickable' : ''}
            rows={entries}
            columns={columns}
            rowHeight={rowHeight}
            columnHeaderHeight={44}
            getRowHeight={({ model }) => ((model as Entry).isDetail ? 'auto' : null)}
            getEstimatedRowHeight={({ model }) => ((model as Entry).isDetail ? likelyDetailHeight : null)}
            paginationModel={onePage}
            hideFooter
            disableColumnMenu
            disableColumnFilter
            disableColumnSelector
            sortingMode="server"
            sortingOrder={directions}
            sortModel={sortModel}
            onSortModelChange={(model) => setOrder(orderOf(model) ?? { by: '', descending: false })}
            checkboxSelection={onSelectedChange !== undefined}
            disableRowSelectionOnClick
            disableRowSelectionExcludeModel
            rowSelection={onSelectedChange !== undefined}
            rowSelectionModel={selection}
            onRowSelectionModelChange={({ ids }) => onSelectedChange?.(new Set([...ids].map(String)))}
            isRowSelectable={({ row }) => isSelectable(props, rowById, row)}
            onRowClick={({ row }, event) => {
              if (!row.isDetail && !isOwnControl(event.target)) open(row.of)
            }}
            onCellKeyDown={(params, event) => {
              if (takesKeys(event.target)) event.defaultMuiPrevented = true
              else openByKey(params, event)
            }}
            slots={slots}
            sx={gridStyle}
          />
        </Box>
      </Box>
      {props.isLoadingMore ? <LinearProgress aria-label={`Loading more of ${label}`} /> : null}
      {onSelectedChange && selected.size > 0 ? (
        <BulkBar
          count={selected.size}
          actions={bulkActions}
          rest={isAllSelected(props, selected) ? props.selectRest : undefined}
          onClear={() => onSelectedChange(new Set())}
        />
      ) : null}
    </TableViewContext>
  )
}

/** Which of the rows that were unfolded still have something to unfold. */
function unfoldedOf<Row>(
  props: DataTableProps<Row>,
  rowById: Map<string, Row>,
  expanded: ReadonlySet<string>,
): ReadonlySet<string> {
  const hasDetail = (row: Row | undefined) => row !== undefined && (props.expanded?.(row) ?? null) !== null
  return new Set([...expanded].filter((id) => hasDetail(rowById.get(id))))
}

/** The grid's columns, the same objects until their shape changes. */
function useGridColumns<Row>(props: DataTableProps<Row>) {
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true })
  const isSortedByServer = props.onOrderChange !== undefined
  const shape: TableShape = {
    columns: props.columns
      .filter(({ wideOnly }) => isWide || !wideOnly)
      .map((column, index) => shapeOf(column, index, isSortedByServer)),
    isSelectable: props.onSelectedChange !== undefined,
    isExpandable: props.expanded !== undefined,
    hasActions: (props.rowActions ?? []).length > 0,
  }
  const kept = useKept(shape, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  return useMemo(() => gridColumns(kept), [kept])
}

function isSelectable<Row>(props: DataTableProps<Row>, rowById: Map<string, Row>, entry: Entry): boolean {
  const row = rowById.get(entry.of)
  return !entry.isDetail && row !== undefined && (props.isSelectable?.(row) ?? true)
}

function isAllSelected<Row>(props: DataTableProps<Row>, selected: ReadonlySet<string>): boolean {
  const { rows, rowId, isSelectable: may = () => true } = props
  return rows.every((row) => !may(row) || selected.has(rowId(row)))
}

function sortModelOf(order: Order | undefined): GridSortModel {
  return order ? [{ field: order.by, sort: order.descending ? 'desc' : 'asc' }] : []
}

function orderOf([first]: GridSortModel): Order | undefined {
  return first && { by: first.field, descending: first.sort === 'desc' }
}

function EmptyOverlay() {
  return useTableView().empty
}
