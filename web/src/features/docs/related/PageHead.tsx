import ArrowBack from '@mui/icons-material/ArrowBack'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { useDocsSource } from '../components/docs-source.tsx'
import type { DocsNode } from '../model/types.ts'

const Root = styled('header')({
  marginBottom: 24,
  '& > a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    marginBottom: 10,
    color: 'var(--docs-muted)',
    textDecoration: 'none',
    fontSize: typeSizes.body2,
    fontWeight: 500,
    overflowWrap: 'anywhere',
  },
  '& > a:hover': { color: 'var(--docs-accent)' },
  '& > h1': {
    margin: 0,
    fontSize: typeSizes.h1,
    fontWeight: 680,
    letterSpacing: '-0.02em',
    lineHeight: 1.25,
  },
  '& > p': { margin: '6px 0 0', color: 'var(--docs-muted)', fontSize: typeSizes.body1 },
  '@media print': { '& > a': { display: 'none' } },
})

/** Title of what is said about a page or a branch, and the way back to the page. */
export function PageHead({
  title,
  node,
  children,
}: {
  title: string
  node?: DocsNode | undefined
  children?: ReactNode
}) {
  const { hrefOf } = useDocsSource()
  return (
    <Root>
      {node ? (
        <Link to={hrefOf(node.slug)}>
          <ArrowBack fontSize="tiny" aria-hidden /> {node.name}
        </Link>
      ) : null}
      <h1>{title}</h1>
      {children ? <p>{children}</p> : null}
    </Root>
  )
}
