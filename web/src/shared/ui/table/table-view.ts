import { createContext, type ReactNode, useContext } from 'react'

/** An action of one row, ready to be shown. */
export interface MenuEntry {
  label: string
  icon: ReactNode
  isDestructive: boolean
  disabledBecause: string | null
  onSelect: () => void
}

/**
 * What the cells of the grid show, by the id of their row. It reaches them as a context, so that the
 * grid's own columns and rows stay the same objects while their contents change.
 */
export interface TableView {
  cell: (columnId: string, rowId: string) => ReactNode
  detail: (rowId: string) => ReactNode
  isExpandable: (rowId: string) => boolean
  isExpanded: (rowId: string) => boolean
  toggle: (rowId: string) => void
  actions: (rowId: string) => MenuEntry[]
  isActive: (rowId: string) => boolean
  dragText: (rowId: string) => string | null
  empty: ReactNode
}

export const TableViewContext = createContext<TableView | null>(null)

/** The view of the table around a cell; throws outside of one. */
export function useTableView(): TableView {
  const view = useContext(TableViewContext)
  if (!view) throw new Error('A cell is rendered outside of its table')
  return view
}
