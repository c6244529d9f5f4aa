import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { MethodBadge } from '../../../shared/ui/MethodBadge.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { TocNode } from '../toc/types.ts'
import { useDocsSource } from './docs-source.tsx'

const FIRST = 25

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '7px 8px',
    margin: '0 -8px',
    borderRadius: 6,
    color: 'inherit',
    textDecoration: 'none',
    fontSize: typeSizes.body2,
    overflowWrap: 'anywhere',
  },
  '& a:hover': { background: 'var(--docs-hover)', color: 'var(--docs-accent)' },
  '& a > span:first-of-type': { minWidth: 52 },
  '& [data-deprecated]': { textDecoration: 'line-through', color: 'var(--docs-muted)' },
  '& button': {
    border: 0,
    background: 'none',
    padding: '7px 0',
    font: 'inherit',
    fontSize: typeSizes.body2,
    fontWeight: 600,
    color: 'var(--docs-accent)',
    cursor: 'pointer',
  },
})

/** Links to operations. */
export function OperationList({ operations }: { operations: readonly TocNode[] }) {
  const source = useDocsSource()
  const [all, setAll] = useState(false)
  const shown = all ? operations : operations.slice(0, FIRST)
  return (
    <List>
      {shown.map((operation) => (
        <li key={operation.slug}>
          <Link to={source.hrefOf(operation.slug)}>
            <MethodBadge method={operation.meta || 'get'} />
            <span data-deprecated={operation.deprecated || undefined}>{operation.title}</span>
          </Link>
        </li>
      ))}
      {shown.length < operations.length ? (
        <li>
          <button type="button" onClick={() => setAll(true)}>
            Show all {operations.length}
          </button>
        </li>
      ) : null}
    </List>
  )
}
