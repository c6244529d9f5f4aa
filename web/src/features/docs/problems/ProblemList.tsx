import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Severity, severityLabel } from '../../../shared/problems/words.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { Mark, type MarkTone } from '../components/Mark.tsx'
import { TextButton } from '../related/TextButton.ts'
import type { Problem } from './queries.ts'

const WaiveDialog = lazy(() =>
  import('./WaiveDialog.tsx').then((module) => ({ default: module.WaiveDialog })),
)

export const tones: Record<Severity, MarkTone> = {
  error: 'bad',
  warn: 'warning',
  info: 'info',
  hint: 'neutral',
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': { padding: '12px 0', borderBottom: '1px solid var(--docs-border)' },
  '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  '& .rule': { fontWeight: 600, fontSize: typeSizes.body2, color: 'inherit', overflowWrap: 'anywhere' },
  '& .message': { margin: '4px 0 0', fontSize: typeSizes.body1, overflowWrap: 'anywhere' },
  '& .place': {
    margin: '4px 0 0',
    color: 'var(--docs-muted)',
    fontSize: typeSizes.caption,
    overflowWrap: 'anywhere',
  },
  '& .place > a': { color: 'var(--docs-accent)' },
})

interface Props {
  problems: readonly Problem[]
  hrefOf: (slug: string) => string
  /** On the page of a node its name says nothing. */
  isOfNode?: boolean
}

/** Problems, each with its place and what can be done about it. */
export function ProblemList({ problems, hrefOf, isOfNode = false }: Props) {
  const [waived, setWaived] = useState<Problem>()
  return (
    <>
      <List>
        {problems.map((problem) => (
          <li key={problem.id}>
            <div className="head">
              <Mark tone={tones[problem.severity]}>{severityLabel[problem.severity]}</Mark>
              {problem.is_new ? <Mark tone="bad">New</Mark> : null}
              {problem.waiver_id === null ? null : <Mark>Waived</Mark>}
              <Rule problem={problem} />
              <TextButton
                type="button"
                style={{ marginLeft: 'auto', padding: 0 }}
                aria-label={`${problem.waiver_id === null ? 'Waive' : 'Change the waiver of'} ${problem.rule} in line ${problem.start_line}`}
                onClick={() => setWaived(problem)}
              >
                {problem.waiver_id === null ? 'Waive' : 'Change waiver'}
              </TextButton>
            </div>
            <p className="message">{problem.message}</p>
            <p className="place">
              {problem.node_slug && !isOfNode ? (
                <>
                  <Link to={hrefOf(problem.node_slug)}>{problem.node_name}</Link>,{' '}
                </>
              ) : null}
              {problem.file}, line {problem.start_line}
              {problem.pointer ? <> · {problem.pointer}</> : null}
            </p>
            {problem.waiver_id === null ? null : (
              <p className="place">
                Until {problem.waiver_expires_on} by {problem.waiver_owner ?? 'nobody any more'}:{' '}
                {problem.waiver_reason}
              </p>
            )}
          </li>
        ))}
      </List>
      {waived ? (
        <Suspense>
          <WaiveDialog problem={waived} onClose={() => setWaived(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

// A guide's author wrote the address.
function Rule({ problem: { rule, documentation_url: url } }: { problem: Problem }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <span className="rule">{rule}</span>
  return (
    <a className="rule" href={url} target="_blank" rel="noreferrer noopener nofollow">
      {rule}
    </a>
  )
}
