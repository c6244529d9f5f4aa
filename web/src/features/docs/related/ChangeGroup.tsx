import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { useDocsSource } from '../components/docs-source.tsx'
import { Mark } from '../components/Mark.tsx'
import { BeforeAfter, type Sides } from './BeforeAfter.tsx'
import { ChangeRow } from './ChangeRow.tsx'
import type { ChangesOfAnalysis, NodeChanges } from './changes.ts'
import { kindOf } from './kinds.ts'
import type { Commit } from './queries.ts'

const SHORT_HASH = 7
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

const Root = styled('section')({
  marginTop: 32,
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '4px 12px',
    paddingBottom: 8,
    borderBottom: '1px solid var(--docs-border)',
    color: 'var(--docs-muted)',
    fontSize: typeSizes.note,
    overflowWrap: 'anywhere',
  },
  '& > header > h2': { margin: 0, color: 'var(--docs-text)', fontSize: typeSizes.h3, fontWeight: 650 },
  '& > header > code': { fontFamily: 'var(--docs-mono)', fontSize: typeSizes.codeSmall },
  '& > header > .message': { flexBasis: '100%' },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& > ul > li': { padding: '14px 0 6px' },
  '& > ul > li + li': { borderTop: '1px solid var(--docs-border)' },
  '& h3': {
    display: 'flex',
    alignItems: 'baseline',
    gap: 10,
    margin: '0 0 4px',
    fontSize: typeSizes.body1,
    fontWeight: 600,
  },
  '& h3 a': { color: 'inherit', textDecorationColor: 'var(--docs-border)', textUnderlineOffset: 3 },
  '& h3 a:hover': { color: 'var(--docs-accent)' },
})

interface Props {
  group: ChangesOfAnalysis
  commit: Commit | undefined
  /** All of them are of the page around: its name need not be said. */
  isOfNode: boolean
  /** The versions that are compared, where both are still there to read. */
  sides: Sides | undefined
  /** Whether it is one of several moments. */
  isHistory: boolean
}

/** What one analysis found, page by page. */
export function ChangeGroup({ group, commit, isOfNode, sides, isHistory }: Props) {
  const id = useId()
  const [title = ''] = commit?.message.split('\n') ?? []
  return (
    <Root aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {isHistory ? <time dateTime={group.at}>{dateTime.format(Date.parse(group.at))}</time> : 'Changes'}
        </h2>
        {group.commit ? <code title={group.commit}>{group.commit.slice(0, SHORT_HASH)}</code> : null}
        {commit?.author_name ? <span>{commit.author_name}</span> : null}
        {title ? <span className="message">{title}</span> : null}
      </header>
      <ul>
        {group.nodes.map((node) => (
          <li key={node.key}>
            {isOfNode ? null : <NodeTitle node={node} />}
            <ul>
              {node.changes.map((change) => (
                <ChangeRow key={change.id} change={change} />
              ))}
            </ul>
            {sides && node.slug && node.operation === 'updated' ? (
              <BeforeAfter sides={sides} uri={node.uri} name={node.name || node.uri} />
            ) : null}
          </li>
        ))}
      </ul>
    </Root>
  )
}

function NodeTitle({ node: { name, uri, slug, type, operation } }: { node: NodeChanges }) {
  const { hrefOf } = useDocsSource()
  const text = name || uri
  return (
    <h3>
      <span>{slug ? <Link to={hrefOf(slug)}>{text}</Link> : text}</span>
      <Mark>{kindOf(type)}</Mark>
      {operation === 'updated' ? null : <Mark>{operation === 'added' ? 'New' : 'Removed'}</Mark>}
    </h3>
  )
}
