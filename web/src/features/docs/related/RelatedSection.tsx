import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import History from '@mui/icons-material/History'
import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { RelatedSource } from '../components/docs-source.tsx'
import { NodeSection } from '../components/operation/NodeSection.tsx'
import { useNear } from '../components/use-near.ts'
import { NodeLink } from './NodeLink.tsx'
import type { NodeGraph } from './queries.ts'
import { StarButton } from './StarButton.tsx'
import { TextButton } from './TextButton.ts'

const FIRST = 10

const Root = styled('div')({
  maxWidth: 780,
  '& ul': { listStyle: 'none', margin: '0 -8px', padding: 0 },
  '& p': { margin: '12px 0 0', color: 'var(--docs-muted)', fontSize: typeSizes.body2 },
  '& > nav': { display: 'flex', flexWrap: 'wrap', gap: '8px 24px', marginTop: 32 },
  '& > nav > :is(a, button)': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'pointer',
    fontFamily: 'inherit',
    color: 'var(--docs-muted)',
    textDecoration: 'none',
    fontSize: typeSizes.body2,
    fontWeight: 500,
  },
  '& > nav > :is(a, button):hover': { color: 'var(--docs-accent)' },
  '@media print': { display: 'none' },
})

interface Props {
  source: RelatedSource
  nodeId: number
  uri: string
  type: string
}

/** Below a page: who refers to it, and the ways to its changelog and its dependencies. */
export function RelatedSection({ source, nodeId, uri, type }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  const { data, error, refetch } = useRead({ ...source.usedBy, enabled: isNear })
  return (
    <Root ref={place}>
      {error ? (
        <NodeSection title="Used by">
          <ReadFault error={error} onRetry={() => void refetch()} />
        </NodeSection>
      ) : data ? (
        <UsedBy graph={data} uri={uri} isModel={type === 'model'} dependencies={source.dependencies} />
      ) : null}
      <nav aria-label="About this page">
        <Link to={source.changelog}>
          <History fontSize="compact" aria-hidden /> Changelog
        </Link>
        <Link to={source.dependencies}>
          <AccountTree fontSize="compact" aria-hidden /> Dependencies
        </Link>
        {isNear ? <StarButton nodeId={nodeId} /> : null}
      </nav>
    </Root>
  )
}

interface UsedByProps {
  graph: NodeGraph
  uri: string
  isModel: boolean
  /** Where all of them stand. */
  dependencies: string
}

// That nobody uses it is worth a word of a model alone: few pages refer to operations and articles.
function UsedBy({ graph, uri, isModel, dependencies }: UsedByProps) {
  const [all, setAll] = useState(false)
  const { nodes, is_cut: isCut } = graph
  if (nodes.length === 0 && !isModel) return null
  const shown = all ? nodes : nodes.slice(0, FIRST)
  return (
    <NodeSection title="Used by">
      {nodes.length === 0 ? <p>No page of this branch refers to this model.</p> : null}
      <ul>
        {shown.map((node) => (
          <li key={node.uri}>
            <NodeLink node={node} beside={uri} />
          </li>
        ))}
      </ul>
      {shown.length < nodes.length ? (
        <TextButton type="button" onClick={() => setAll(true)}>
          Show all {nodes.length}
          {isCut ? '+' : ''}
        </TextButton>
      ) : isCut ? (
        <p>
          More pages refer to it than are listed here. <Link to={dependencies}>Dependencies</Link>
        </p>
      ) : null}
    </NodeSection>
  )
}
