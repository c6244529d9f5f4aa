// The look of the panel's parts, as plain elements that the docs' colours reach.
import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

const field = {
  font: 'inherit',
  width: '100%',
  minWidth: 0,
  padding: '6px 9px',
  borderRadius: 6,
  border: '1px solid var(--docs-border)',
  background: 'var(--docs-ground)',
  color: 'var(--docs-text)',
} as const

/** Everything of the panel. */
export const Panel = styled('form')({
  border: '1px solid var(--docs-border)',
  borderRadius: 10,
  background: 'var(--docs-paper)',
  boxShadow: 'var(--docs-shadow)',
  fontSize: typeSizes.note,
  minWidth: 0,
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '8px 8px 8px 14px',
    borderBottom: '1px solid var(--docs-border)',
    '& h2': { margin: 0, fontSize: typeSizes.body1, fontWeight: 650, flex: 1 },
  },
  '& section, & fieldset': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 10,
    minWidth: 0,
    margin: 0,
    border: 0,
    padding: '12px 14px',
    borderBottom: '1px solid var(--docs-border)',
  },
  '& h3, & legend': {
    float: 'left',
    margin: 0,
    padding: 0,
    fontSize: typeSizes.note,
    fontWeight: 650,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    '& select, & code': { fontWeight: 400 },
  },
  '& .muted': { color: 'var(--docs-muted)', overflowWrap: 'anywhere' },
  '& .error': { color: 'var(--docs-error)' },
  '& code': { fontFamily: 'var(--docs-mono)', fontSize: typeSizes.codeSmall },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 10px',
    padding: '10px 14px',
  },
  '& > footer .keys': { fontWeight: 400, marginLeft: 8 },
  '@media (hover: none)': { '& > footer .keys': { display: 'none' } },
})

/** One value: its name above what it is typed into. */
export const Field = styled('div')({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  '& .name': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '2px 8px',
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.codeSmall,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '& .name .type': { color: 'var(--docs-muted)', fontWeight: 400 },
  '& .name .required': { color: 'var(--docs-error)', fontFamily: 'inherit', fontWeight: 400 },
  '& input:not([type="checkbox"]), & textarea, & select': field,
  '& textarea': {
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.note,
    lineHeight: 1.55,
    minHeight: 72,
    resize: 'vertical',
    tabSize: 2,
  },
  '& [aria-invalid="true"]': { borderColor: 'var(--docs-error)' },
  '& ::placeholder': { color: 'var(--docs-muted)', opacity: 1 },
  '& .line': { display: 'flex', gap: 6, alignItems: 'center', minWidth: 0 },
  '& .list': { display: 'grid', gap: 6 },
  '& .check': { display: 'flex', gap: 8, alignItems: 'baseline', minWidth: 0, overflowWrap: 'anywhere' },
})

const small = {
  font: 'inherit',
  fontSize: typeSizes.note,
  padding: '4px 10px',
  borderRadius: 6,
  border: '1px solid var(--docs-border)',
  background: 'var(--docs-paper)',
  color: 'var(--docs-text)',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  justifySelf: 'start',
  '&:hover': { background: 'var(--docs-hover)' },
  '&[aria-pressed="true"]': { background: 'var(--docs-selected)', fontWeight: 600 },
} as const

/** A button beside what it changes. */
export const SmallButton = styled('button')(small)

/** The same, for what is an address. */
export const SmallLink = styled('a')({ ...small, textDecoration: 'none' })
