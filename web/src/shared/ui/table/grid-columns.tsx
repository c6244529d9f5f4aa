import { visuallyHidden } from '@mui/utils'
import { GRID_CHECKBOX_SELECTION_COL_DEF, type GridColDef, type GridRenderCellParams } from '@mui/x-data-grid'
import { ActionsCell, ContentCell, DetailCell, ExpandCell } from './cells.tsx'
import type { Entry } from './entries.ts'
import { actionsWidth, expandWidth, maxColumnWidth, minColumnWidth, selectionWidth } from './sizes.ts'
import type { Column } from './types.ts'

/** What of a column the grid must know; the rest reaches its cells by the context. */
export type ColumnShape = Pick<GridColDef, 'field' | 'sortable' | 'width' | 'flex' | 'minWidth' | 'align'> & {
  label: string
}

export interface TableShape {
  columns: ColumnShape[]
  isSelectable: boolean
  isExpandable: boolean
  hasActions: boolean
}

// What a column keeps at least when the table gets narrow; the first one names the row.
const leastWidth = 84
const leastFirstWidth = 150

/** The grid's view of a column. */
export function shapeOf<Row>(column: Column<Row>, index: number, isSortedByServer: boolean): ColumnShape {
  const { id, label, text, width, flex, align = 'left' } = column
  const canSort = isSortedByServer || text !== undefined
  const minWidth = column.minWidth ?? (index === 0 ? leastFirstWidth : leastWidth)
  const size = width === undefined || flex !== undefined ? { flex: flex ?? 1, minWidth } : { width }
  return { field: id, label, align, sortable: canSort && (column.sortable ?? text !== undefined), ...size }
}

/** The columns of the grid: what the table asks for between selection, chevron and menu. */
export function gridColumns(shape: TableShape): GridColDef<Entry>[] {
  const columns: GridColDef<Entry>[] = [
    ...(shape.isSelectable ? [selectionColumn] : []),
    ...(shape.isExpandable ? [expandColumn] : []),
    ...shape.columns.map(contentColumn),
    ...(shape.hasActions ? [actionsColumn] : []),
  ]
  return columns.map((column, index) => (index === 0 ? spanningDetails(column, columns.length) : column))
}

/** Makes a column carry what rows unfold to over the whole width. */
function spanningDetails(column: GridColDef<Entry>, count: number): GridColDef<Entry> {
  const { renderCell } = column
  return {
    ...column,
    colSpan: (_, entry) => (entry.isDetail ? count : 1),
    renderCell: (params) =>
      params.row.isDetail ? <DetailCell rowId={params.row.of} /> : renderCell?.(params),
  }
}

function contentColumn(column: ColumnShape, index: number): GridColDef<Entry> {
  const { label, align, ...size } = column
  return {
    ...size,
    ...(align ? { align, headerAlign: align } : {}),
    headerName: label,
    rowHeader: index === 0,
    display: 'flex',
    minWidth: size.minWidth ?? minColumnWidth,
    ...(size.width === undefined ? {} : { maxWidth: Math.max(maxColumnWidth, size.width) }),
    renderCell: ({ row, field }) => <ContentCell rowId={row.of} columnId={field} />,
  }
}

const selectionColumn: GridColDef<Entry> = {
  ...GRID_CHECKBOX_SELECTION_COL_DEF,
  width: selectionWidth,
  minWidth: selectionWidth,
}

const control = {
  sortable: false,
  resizable: false,
  align: 'center',
  display: 'flex',
  headerAlign: 'center',
} as const

const tabIndexOf = ({ hasFocus, tabIndex }: GridRenderCellParams<Entry>) => (hasFocus ? 0 : tabIndex)

const expandColumn: GridColDef<Entry> = {
  ...control,
  field: '__expand',
  headerName: 'Expand',
  width: expandWidth,
  minWidth: expandWidth,
  renderHeader: () => <span style={visuallyHidden}>Expand</span>,
  renderCell: (params) => <ExpandCell rowId={params.row.of} tabIndex={tabIndexOf(params)} />,
}

const actionsColumn: GridColDef<Entry> = {
  ...control,
  field: '__actions',
  headerName: 'Actions',
  width: actionsWidth,
  minWidth: actionsWidth,
  renderHeader: () => <span style={visuallyHidden}>Actions</span>,
  renderCell: (params) => <ActionsCell rowId={params.row.of} tabIndex={tabIndexOf(params)} />,
}
