import type { Theme } from '@mui/material/styles'

/** The grid in the product's dress: flat, quiet lines, the same focus ring as everywhere. */
export function gridStyle(theme: Theme) {
  const { palette } = theme.vars ?? theme
  return {
    border: 0,
    borderRadius: 0,
    ...theme.typography.body2,
    '--DataGrid-rowBorderColor': palette.divider,
    '--DataGrid-t-header-background-base': palette.background.paper,
    '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600, color: palette.text.secondary },
    '& .MuiDataGrid-columnHeader .unsorted': { visibility: 'hidden' },
    '& .MuiDataGrid-columnHeader:hover .unsorted': { visibility: 'visible', opacity: 0.5 },
    '& .MuiDataGrid-columnHeader, & .MuiDataGrid-cell': { paddingInline: theme.spacing(1.5) },
    // What ends a row has no width: with padding it stuck out, and what got the focus could push the table aside.
    '& .MuiDataGrid-cellEmpty': { padding: 0 },
    '& .MuiDataGrid-columnHeaderCheckbox, & .MuiDataGrid-cellCheckbox, & [data-field^="__"]': {
      paddingInline: 0,
    },
    '& .MuiDataGrid-columnSeparator': { color: palette.divider },
    '& .MuiDataGrid-columnSeparator:not(.MuiDataGrid-columnSeparator--resizable)': { display: 'none' },
    // Room for the focus ring of what is inside, which would be cut off otherwise.
    '& .content': {
      flex: 1,
      minWidth: 0,
      padding: theme.spacing(0.5),
      margin: theme.spacing(-0.5),
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    '& .chevron': { transition: theme.transitions.create('transform', { duration: 150 }) },
    '& [aria-expanded="true"] > .chevron': { transform: 'rotate(90deg)' },
    // A ring for who walks with keys, none around what a mouse touched.
    '& .MuiDataGrid-columnHeader:focus-within, & .MuiDataGrid-cell:focus-within': { outline: 'none' },
    '& .MuiDataGrid-columnHeader:focus-visible, & .MuiDataGrid-cell:focus-visible': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: -2,
    },
    '& .MuiDataGrid-row.active': {
      backgroundColor: `color-mix(in srgb, ${palette.primary.main} 10%, transparent)`,
      boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
    },
    '& .MuiDataGrid-row.detail': {
      '&, &:hover': { backgroundColor: palette.background.default },
      '& .MuiDataGrid-cell': { padding: 0, lineHeight: 1.5, overflow: 'visible', cursor: 'auto' },
    },
    '& .MuiDataGrid-row[draggable="true"]': { cursor: 'grab' },
    '&.clickable .MuiDataGrid-row:not(.detail)': { cursor: 'pointer' },
  } as const
}
