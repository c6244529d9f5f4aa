import { styled } from '@mui/material/styles'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'

/** The tree's frame and the look of its rows; levels are told by lines. */
export const TreeGrid = styled('div')(({ theme }) => {
  const line = theme.vars?.palette.divider
  return {
    border: `1px solid ${line}`,
    borderRadius: 8,
    overflow: 'hidden',
    containerType: 'inline-size',
    '& .row': {
      display: 'flex',
      alignItems: 'flex-start',
      gap: 4,
      minHeight: 36,
      padding: '2px 4px 2px 6px',
      minWidth: 0,
    },
    '& .item:not(:first-of-type) > .row': { borderTop: `1px solid ${line}` },
    '& .row:hover, & .row:focus-within': { background: theme.vars?.palette.action.hover },
    '& .name': { display: 'flex', alignItems: 'flex-start', flex: '0 1 34%', minWidth: 92 },
    '& .indent': {
      flex: 'none',
      alignSelf: 'stretch',
      borderLeft: `1px solid ${line}`,
      width: 12,
      marginLeft: 8,
    },
    '& .given': {
      padding: '6px 8px',
      fontFamily: monospace,
      fontSize: typeSizes.codeSmall,
      lineHeight: '20px',
      color: theme.vars?.palette.text.secondary,
      overflowWrap: 'anywhere',
    },
    '& .type': {
      flex: '0 0 13.5rem',
      paddingTop: 2,
      minWidth: 0,
      display: 'flex',
      alignItems: 'center',
    },
    '& .role': { fontSize: typeSizes.caption, color: theme.vars?.palette.text.secondary, padding: '0 6px' },
    '& .text': { flex: '1 1 120px', minWidth: 0 },
    '& .buttons': { display: 'flex', flex: 'none', alignItems: 'center', minHeight: 32 },
    // A column of placeholders would say nothing: each shows when one is at its row.
    '& .text input::placeholder': { opacity: 0 },
    '& .row:hover .text input::placeholder, & .text input:focus::placeholder': { opacity: 0.75 },
    '& .row[data-deprecated] .name input': { textDecoration: 'line-through' },
    '& .details': { borderTop: `1px dashed ${line}`, padding: '12px 12px 14px 34px' },
    '& .more': { borderTop: `1px solid ${line}`, padding: '2px 8px' },
    // Narrow: what is said of a property goes below its name.
    '@container (max-width: 34rem)': {
      '& .row': { flexWrap: 'wrap' },
      '& .name': { flex: '1 1 calc(100% - 10rem)' },
      '& .buttons': { order: 2 },
      '& .type': { order: 3, flex: '1 1 100%', paddingLeft: 26, marginTop: -6 },
      '& .text:has(input:placeholder-shown:not(:focus))': { display: 'none' },
      '& .text': { order: 4, flex: '1 1 100%', paddingLeft: 28 },
      '& .details': { paddingLeft: 12 },
    },
  }
})

/** A row, or a cell of one: what it is says its role. */
export const Cell = styled('div')({})

export const Item = styled('div')({ minWidth: 0 })
