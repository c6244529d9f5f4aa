import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

/** Frame of a schema tree; its rows are plain elements styled from here. */
export const TreeRoot = styled('div')({
  fontSize: typeSizes.body2,
  '& .root': { display: 'grid', gap: 6, padding: '4px 0 10px' },
  '& .type': { color: 'var(--docs-muted)', fontSize: typeSizes.note, overflowWrap: 'anywhere' },
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: 8,
    rowGap: 2,
    minHeight: 24,
  },
  '& .name': {
    fontFamily: 'var(--docs-mono)',
    fontWeight: 600,
    fontSize: typeSizes.code,
    overflowWrap: 'anywhere',
  },
  '& .name[data-kind="additional"], & .name[data-kind="pattern"]': { fontStyle: 'italic', fontWeight: 500 },
  '& .name[data-kind="rule"]': { fontFamily: 'inherit', fontStyle: 'italic', fontWeight: 600 },
  '& .title': { fontSize: typeSizes.note },
  '& .name[data-deprecated]': { textDecoration: 'line-through', color: 'var(--docs-muted)' },
  '& .required': { color: 'var(--docs-error)', fontSize: typeSizes.caption, fontWeight: 600 },
  '& .flag': { color: 'var(--docs-muted)', fontSize: typeSizes.caption, fontWeight: 600 },
  '& .flag[data-flag="deprecated"]': { color: 'var(--docs-put)' },
  '& button.name, & .more button, & .open': {
    appearance: 'none',
    border: 0,
    background: 'none',
    padding: 0,
    margin: 0,
    color: 'inherit',
    cursor: 'pointer',
    textAlign: 'left',
    font: 'inherit',
  },
  '& button.name': { fontFamily: 'var(--docs-mono)', fontWeight: 600, fontSize: typeSizes.code },
  '& button.name:hover, & .open:hover': { color: 'var(--docs-accent)' },
  '& button.name::before, & .open::before': {
    content: '""',
    display: 'inline-block',
    width: 6,
    height: 6,
    marginRight: 9,
    borderRight: '2px solid var(--docs-muted)',
    borderBottom: '2px solid var(--docs-muted)',
    transform: 'translateY(-2px) rotate(-45deg)',
  },
  '& button[aria-expanded="true"]::before': { transform: 'translateY(-3px) rotate(45deg)' },
  '& .more button': { color: 'var(--docs-accent)', fontWeight: 600, padding: '6px 0' },
  '& .open': { fontWeight: 600, padding: '4px 0', overflowWrap: 'anywhere' },
  '& .note': { color: 'var(--docs-muted)', fontSize: typeSizes.note, padding: '6px 0' },
  '& .folded': { paddingTop: 6 },
})

/** The fields of one level. */
export const Rows = styled('ul')({
  // A tree may stand in an article, whose lists are indented.
  '&&': { listStyle: 'none', margin: 0, padding: 0 },
  '& > li': {
    padding: '9px 0',
    borderTop: '1px solid var(--docs-border)',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 56px',
    // What is not on the screen is on the paper.
    '@media print': { contentVisibility: 'visible', breakInside: 'avoid' },
  },
  '& > li:first-of-type': { borderTop: 0 },
  '& > li > .inside': { margin: '6px 0 0 2px', paddingLeft: 18, borderLeft: '2px solid var(--docs-border)' },
  '& > li > .text': { marginTop: 3 },
})
