import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { TocNode } from '../toc/types.ts'
import { useDocsSource } from './docs-source.tsx'

const Nav = styled('nav')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container docs (min-width: 480px)': {
    gridTemplateColumns: '1fr 1fr',
    '& a[rel="next"]': { gridColumn: 2 },
  },
  gap: 16,
  marginTop: 56,
  paddingTop: 20,
  borderTop: '1px solid var(--docs-border)',
  '& a': {
    display: 'grid',
    gap: 2,
    padding: '12px 16px',
    border: '1px solid var(--docs-border)',
    borderRadius: 8,
    color: 'inherit',
    textDecoration: 'none',
    fontWeight: 600,
    fontSize: typeSizes.body2,
    overflowWrap: 'anywhere',
  },
  '& a:hover': { borderColor: 'var(--docs-accent)' },
  '& a > span': { color: 'var(--docs-muted)', fontSize: typeSizes.caption, fontWeight: 500 },
  '& a[rel="next"]': { textAlign: 'right' },
  '@media print': { display: 'none' },
})

/** The pages before and after in the table of contents. */
export function PreviousNext({ previous, next }: { previous?: TocNode; next?: TocNode }) {
  const source = useDocsSource()
  if (!previous && !next) return null
  return (
    <Nav aria-label="Previous and next page">
      {previous ? (
        <Link to={source.hrefOf(previous.slug)} rel="prev">
          <span>Previous</span>
          {previous.title}
        </Link>
      ) : null}
      {next ? (
        <Link to={source.hrefOf(next.slug)} rel="next">
          <span>Next</span>
          {next.title}
        </Link>
      ) : null}
    </Nav>
  )
}
