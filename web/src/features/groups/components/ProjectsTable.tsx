import Box from '@mui/material/Box'
import { messageOf } from '../../../shared/data/api.ts'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import type { BulkAction, Column, Order, RowAction } from '../../../shared/ui/table/types.ts'
import { canInProject } from '../model.ts'
import { groupRowId, projectRowId, rowIdOf, type TableRow } from '../rows.ts'
import type { useDrop } from '../use-drop.ts'
import type { TableRows } from '../use-table-rows.ts'
import type { View } from '../use-view.ts'

interface Props {
  view: View
  table: TableRows
  columns: Column<TableRow>[]
  rowActions: RowAction<TableRow>[]
  /** Absent for those who change one project at a time. */
  bulk?: {
    actions: BulkAction[]
    selected: ReadonlySet<string>
    onSelect: (ids: Set<string>) => void
    onSelectRest: () => void
  }
  drop: ReturnType<typeof useDrop>
}

/** Projects under their groups; a project may be dragged onto another group. */
export function ProjectsTable({ view, table, columns, rowActions, bulk, drop }: Props) {
  const setOrder = ({ by, descending }: Order) => {
    const sort = `${descending ? '-' : ''}${by}`
    view.change({ sort: sort === 'name' ? null : sort })
  }
  const openRow = (row: TableRow) => {
    if (row.kind === 'project') view.open({ kind: 'project', slug: row.project.slug })
    else if (row.kind === 'group' && row.group) view.open({ kind: 'group', slug: row.group.slug })
    else if (row.kind === 'group') table.toggle(null)
  }
  return (
    <Box
      {...drop.handlers}
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 320,
        display: 'flex',
        flexDirection: 'column',
        '& [data-id^="group:"]': { backgroundColor: 'action.hover' },
        // Only projects can be ticked: boxes that never can are noise.
        '& [data-id^="group:"] .MuiCheckbox-root, & [data-id^="more:"] .MuiCheckbox-root': {
          visibility: 'hidden',
        },
        ...(drop.over
          ? {
              [`& [data-id="${drop.over}"]`]: {
                backgroundColor: 'action.selected',
                outline: 2,
                outlineColor: 'primary.main',
                outlineOffset: '-2px',
              },
            }
          : {}),
      }}
    >
      <DataTable
        label="Projects"
        rows={table.rows}
        rowId={rowIdOf}
        columns={columns}
        isLoading={table.isLoading}
        error={table.error ? messageOf(table.error) : null}
        onRetry={table.retry}
        order={view.order}
        onOrderChange={setOrder}
        {...(bulk
          ? {
              selected: bulk.selected,
              onSelectedChange: bulk.onSelect,
              isSelectable: (row: TableRow) => row.kind === 'project',
              bulkActions: bulk.actions,
              selectRest: table.rest ? { ...table.rest, onSelect: bulk.onSelectRest } : undefined,
            }
          : {})}
        rowActions={rowActions}
        onRowClick={openRow}
        activeRowId={activeRowId(view, table.rows)}
        isFiltered={view.isFiltered}
        onResetFilters={view.reset}
        emptyText="There are no projects yet."
        onEndReached={table.moreMatches}
        isLoadingMore={table.isLoadingMore}
        dragText={(row) =>
          row.kind === 'project' && canInProject(row.project, 'project_group_update')
            ? row.project.name
            : null
        }
      />
    </Box>
  )
}

function activeRowId({ details }: View, rows: TableRow[]): string | null {
  for (const row of rows) {
    if (row.kind === 'project' && details?.kind === 'project' && row.project.slug === details.slug) {
      return projectRowId(row.project.id)
    }
    if (row.kind === 'group' && details?.kind === 'group' && row.group?.slug === details.slug) {
      return groupRowId(row.group.id)
    }
  }
  return null
}
