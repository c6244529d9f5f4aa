import { TableEmpty } from './TableMessage.tsx'
import type { TableView } from './table-view.ts'
import type { DataTableProps, RowAction } from './types.ts'

interface Expansion {
  expanded: ReadonlySet<string>
  toggle: (id: string) => void
}

/** What the cells of a table show now. */
export function viewOf<Row>(
  props: DataTableProps<Row>,
  rowById: Map<string, Row>,
  { expanded, toggle }: Expansion,
): TableView {
  /** Asks about a row, which may have left while the grid still draws it. */
  const of = <T,>(id: string, missing: T, ask: (row: Row) => T): T => {
    const row = rowById.get(id)
    return row === undefined ? missing : ask(row)
  }
  const columns = new Map(props.columns.map((column) => [column.id, column]))
  return {
    cell: (columnId, id) => of(id, null, (row) => columns.get(columnId)?.render(row)),
    detail: (id) => of(id, null, (row) => props.expanded?.(row)),
    isExpandable: (id) => of(id, false, (row) => (props.expanded?.(row) ?? null) !== null),
    isExpanded: (id) => expanded.has(id),
    toggle,
    actions: (id) =>
      of(id, [], (row) =>
        (props.rowActions ?? []).filter(({ hidden }) => !hidden?.(row)).map((action) => entryOf(action, row)),
      ),
    isActive: (id) => id === props.activeRowId,
    dragText: (id) => of(id, null, (row) => props.dragText?.(row) ?? null),
    empty: (
      <TableEmpty
        isFiltered={props.isFiltered ?? false}
        onResetFilters={props.onResetFilters}
        emptyText={props.emptyText}
      />
    ),
  }
}

function entryOf<Row>(action: RowAction<Row>, row: Row) {
  return {
    label: action.label,
    icon: action.icon,
    isDestructive: action.destructive ?? false,
    disabledBecause: action.disabledBecause?.(row) ?? null,
    onSelect: () => action.onSelect(row),
  }
}
