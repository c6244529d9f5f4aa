import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  label: string
  render: (row: Row) => ReactNode
  /** What sorting here compares. A column without it sorts only where the server does (`order` given and `sortable`). */
  text?: ((row: Row) => string | number) | undefined
  /** Default: whether there is a `text`. */
  sortable?: boolean | undefined
  width?: number | undefined
  flex?: number | undefined
  minWidth?: number | undefined
  align?: 'left' | 'right' | 'center' | undefined
  /** Left out below 750 px. */
  wideOnly?: boolean | undefined
}

export interface Order {
  by: string
  descending: boolean
}

export interface RowAction<Row> {
  label: string
  icon?: ReactNode
  destructive?: boolean | undefined
  hidden?: ((row: Row) => boolean) | undefined
  disabledBecause?: ((row: Row) => string | null) | undefined
  onSelect: (row: Row) => void
}

export interface BulkAction {
  label: string
  icon?: ReactNode
  destructive?: boolean | undefined
  disabledBecause?: string | null | undefined
  onSelect: () => void
}

export interface DataTableProps<Row> {
  label: string
  rows: Row[]
  rowId: (row: Row) => string
  columns: Column<Row>[]
  isLoading?: boolean | undefined
  error?: string | null | undefined
  onRetry?: (() => void) | undefined
  /** With `onOrderChange`: the server sorts. */
  order?: Order | undefined
  onOrderChange?: ((order: Order) => void) | undefined
  /** Sorted here, first like this. */
  defaultOrder?: Order | undefined
  selected?: ReadonlySet<string> | undefined
  onSelectedChange?: ((ids: Set<string>) => void) | undefined
  isSelectable?: ((row: Row) => boolean) | undefined
  /** The bar "N items selected:" while something is selected. */
  bulkActions?: BulkAction[] | undefined
  /**
   * Once everything that is loaded is selected: the offer to select the rest, which the server holds, or the first of
   * it where no more than `most` can be changed at once.
   */
  selectRest?: { total: number; most?: number; isBusy: boolean; onSelect: () => void } | undefined
  /** The menu "More actions" in the last column. */
  rowActions?: RowAction<Row>[] | undefined
  onRowClick?: ((row: Row) => void) | undefined
  activeRowId?: string | null | undefined
  /** What a row unfolds to over the whole width; a row that answers null has no chevron. */
  expanded?: ((row: Row) => ReactNode | null) | undefined
  /** Scrolls there and expands it. */
  scrollToRowId?: string | null | undefined
  isFiltered?: boolean | undefined
  onResetFilters?: (() => void) | undefined
  emptyText?: ReactNode
  onEndReached?: (() => void) | undefined
  isLoadingMore?: boolean | undefined
  /** Rows that may be dragged elsewhere: what the drag carries (text). */
  dragText?: ((row: Row) => string | null) | undefined
  /** Default: fills its flex parent, at least 320 px. */
  height?: number | string | undefined
}
