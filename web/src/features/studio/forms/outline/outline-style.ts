import { styled } from '@mui/material/styles'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'

export const rowHeight = 30

export const Empty = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '12px 16px',
  color: theme.vars?.palette.text.secondary,
  fontSize: typeSizes.note,
}))

/** Scrolling frame of the outline, and the look of its rows. */
export const Tree = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  outlineOffset: -2,
  '& .row': {
    position: 'absolute',
    left: 4,
    right: 4,
    height: rowHeight - 2,
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    paddingRight: 4,
    borderRadius: 6,
    fontSize: typeSizes.note,
    cursor: 'pointer',
    userSelect: 'none',
    minWidth: 0,
  },
  '& .row:hover': { background: theme.vars?.palette.action.hover },
  '& .row[data-active]': { background: theme.vars?.palette.action.selected, fontWeight: 600 },
  '&:focus-visible .row[data-focused]': { boxShadow: `inset 0 0 0 2px ${theme.vars?.palette.primary.main}` },
  '& .row[data-kind="section"]': { fontWeight: 600, color: theme.vars?.palette.text.secondary },
  '& .row[data-deprecated] .label': {
    textDecoration: 'line-through',
    color: theme.vars?.palette.text.secondary,
  },
  '& .label': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .row[data-kind="path"] .label': { fontFamily: monospace, fontSize: typeSizes.caption },
  '& .count': {
    color: theme.vars?.palette.text.secondary,
    fontSize: typeSizes.badge,
    fontWeight: 400,
    paddingRight: 4,
  },
  '& .chevron': {
    display: 'inline-flex',
    flex: 'none',
    width: 16,
    color: theme.vars?.palette.text.secondary,
  },
  '& .chevron[data-open] svg': { transform: 'rotate(90deg)' },
  '& .badges': { display: 'flex', gap: 2, flex: 'none' },
  '& .method': { flex: 'none', minWidth: 44, display: 'flex', justifyContent: 'flex-start' },
}))
