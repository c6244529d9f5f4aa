import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { MethodBadge } from '../../../shared/ui/MethodBadge.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { useDocsSource } from '../components/docs-source.tsx'
import { Mark } from '../components/Mark.tsx'
import { fileOf, kindOf } from './kinds.ts'
import type { GraphNode } from './queries.ts'

const Root = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  padding: '7px 8px',
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  fontSize: typeSizes.body2,
  '&:hover': { background: 'var(--docs-hover)', color: 'var(--docs-accent)' },
  '& > .kind': { flex: 'none', minWidth: 76 },
  '& > .name': { minWidth: 0, overflowWrap: 'anywhere' },
  '& > [data-deprecated]': { textDecoration: 'line-through', color: 'var(--docs-muted)' },
  '& > .where': {
    marginLeft: 'auto',
    paddingLeft: 12,
    color: 'var(--docs-muted)',
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.codeSmall,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '45%',
  },
  '@container docs (max-width: 479px)': { '& > .where': { display: 'none' } },
})

/** A row that leads to the page of a node; one in another file than `beside` says in which. */
export function NodeLink({ node, beside }: { node: GraphNode; beside: string }) {
  const { hrefOf } = useDocsSource()
  const file = fileOf(node.uri)
  const where = node.path ?? (file === fileOf(beside) ? undefined : file)
  return (
    <Root to={hrefOf(node.slug)}>
      <span className="kind">
        {node.method ? <MethodBadge method={node.method} /> : <Mark>{kindOf(node.type)}</Mark>}
      </span>
      <span className="name" data-deprecated={node.is_deprecated || undefined}>
        {node.name}
      </span>
      {where ? (
        <span className="where" title={where}>
          {where}
        </span>
      ) : null}
    </Root>
  )
}
