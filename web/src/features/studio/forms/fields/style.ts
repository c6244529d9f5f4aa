// The look of the forms: labels beside their fields where there is room, one line a field, no boxes in boxes.
import { styled } from '@mui/material/styles'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'

/** Fields below each other; what is inside measures itself by its width. */
export const Fields = styled('div')({
  containerType: 'inline-size',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  minWidth: 0,
})

export const FieldRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: '2px 12px',
  minWidth: 0,
  '@container (min-width: 30rem)': { gridTemplateColumns: '8rem minmax(0, 1fr)' },
})

export const FieldLabel = styled('label')(({ theme }) => ({
  color: theme.vars?.palette.text.secondary,
  fontSize: typeSizes.note,
  lineHeight: '20px',
  paddingTop: 6,
  overflowWrap: 'anywhere',
  '& .required': { color: theme.vars?.palette.error.main, marginLeft: 2 },
}))

/** A field of one or more lines. */
export const Control = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  minWidth: 0,
  border: `1px solid ${theme.vars?.palette.divider}`,
  borderRadius: 6,
  background: theme.vars?.palette.background.paper,
  transition: 'border-color 120ms',
  '&:hover': { borderColor: theme.vars?.palette.text.secondary },
  '&:focus-within': { borderColor: theme.vars?.palette.primary.main },
  '&[data-readonly]': { background: 'transparent', borderStyle: 'dashed' },
  '&[data-invalid]': { borderColor: theme.vars?.palette.error.main },
  '&[data-bare]': { borderColor: 'transparent', background: 'transparent' },
  '&[data-bare]:hover': { borderColor: theme.vars?.palette.divider },
  '&[data-bare]:focus-within': {
    borderColor: theme.vars?.palette.primary.main,
    background: theme.vars?.palette.background.paper,
  },
  '& input, & textarea, & select': {
    flex: 1,
    width: '100%',
    minWidth: 0,
    border: 0,
    margin: 0,
    padding: '5px 8px',
    background: 'transparent',
    color: theme.vars?.palette.text.primary,
    font: 'inherit',
    fontSize: typeSizes.body2,
    lineHeight: '20px',
    borderRadius: 6,
  },
  '& textarea': { display: 'block', resize: 'none' },
  '& select': { appearance: 'auto', height: 30, cursor: 'pointer', colorScheme: 'inherit' },
  '& option': { background: theme.vars?.palette.background.paper, color: theme.vars?.palette.text.primary },
  '& input::placeholder, & textarea::placeholder': {
    color: theme.vars?.palette.text.secondary,
    opacity: 0.75,
  },
  '& input:focus-visible, & textarea:focus-visible, & select:focus-visible': { outline: 0 },
  '&[data-mono] input, &[data-mono] textarea': { fontFamily: monospace, fontSize: typeSizes.codeSmall },
  '&[data-strong] input': { fontWeight: 600 },
  '&[data-title] input': { fontWeight: 600, fontSize: typeSizes.h3, lineHeight: '24px' },
}))

/** Below a field: why it was not written, or who was faster. */
export const Note = styled('div')(({ theme }) => ({
  gridColumn: '-2 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0 10px',
  color: theme.vars?.palette.text.secondary,
  fontSize: typeSizes.caption,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  '&[data-tone="error"]': { color: theme.vars?.palette.error.main },
  '&[data-tone="warning"]': { color: theme.vars?.palette.warning.main },
}))

/** A button that reads as a link, within notes. */
export const NoteButton = styled('button')(({ theme }) => ({
  border: 0,
  padding: 0,
  background: 'none',
  color: theme.vars?.palette.primary.main,
  font: 'inherit',
  fontSize: typeSizes.note,
  fontWeight: 600,
  textDecoration: 'underline',
  cursor: 'pointer',
}))

/** Several things on one line, which wraps. */
export const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
})

/** What is empty, in the words of the form. */
export const Nothing = styled('p')(({ theme }) => ({
  margin: 0,
  color: theme.vars?.palette.text.secondary,
  fontSize: typeSizes.note,
}))
