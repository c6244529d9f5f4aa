import Box from '@mui/material/Box'
import { DataGrid, type GridColDef } from '@mui/x-data-grid'
import { rowHeight } from './sizes.ts'
import { TableEmpty } from './TableMessage.tsx'
import type { DataTableProps } from './types.ts'

/** The rows themselves, on MUI's grid. */
export default function TableGrid<Row>(props: DataTableProps<Row>) {
  const columns: GridColDef<{ id: string; row: Row }>[] = props.columns.map((column) => ({
    field: column.id,
    headerName: column.label,
    flex: column.flex ?? 1,
    renderCell: ({ row }) => column.render(row.row),
  }))
  return (
    <Box sx={{ flex: 1, minHeight: 0 }}>
      <DataGrid
        aria-label={props.label}
        rows={props.rows.map((row) => ({ id: props.rowId(row), row }))}
        columns={columns}
        rowHeight={rowHeight}
        paginationModel={{ page: 0, pageSize: -1 }}
        hideFooter
        onRowClick={({ row }) => props.onRowClick?.(row.row)}
        slots={{
          noRowsOverlay: () => (
            <TableEmpty
              isFiltered={props.isFiltered ?? false}
              onResetFilters={props.onResetFilters}
              emptyText={props.emptyText}
            />
          ),
        }}
      />
    </Box>
  )
}
