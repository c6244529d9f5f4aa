import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { Mark } from '../components/Mark.tsx'
import { levels } from './changes.ts'
import type { Change } from './queries.ts'

const Root = styled('li')({
  display: 'grid',
  gridTemplateColumns: '52px minmax(0, 1fr)',
  alignItems: 'baseline',
  gap: 12,
  padding: '6px 0',
  fontSize: typeSizes.body2,
  overflowWrap: 'anywhere',
  '& > span:first-of-type': { justifyContent: 'center' },
  '& .values': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 8px', marginTop: 6 },
  '& :is(del, ins)': {
    padding: '1px 6px',
    borderRadius: 4,
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.codeSmall,
    whiteSpace: 'pre-wrap',
  },
  '& del': { background: 'var(--docs-delete-bg)', color: 'var(--docs-delete)' },
  '& ins': { background: 'var(--docs-post-bg)', color: 'var(--docs-post)', textDecoration: 'none' },
  '& .values > span': { color: 'var(--docs-muted)' },
})

/** A change: how serious, in a sentence, and the value that stood there beside the one that stands there now. */
export function ChangeRow({ change }: { change: Change }) {
  const { semver, message, value_before: before, value_after: after } = change
  const level = levels.find((one) => one.level === semver)
  return (
    <Root>
      <Mark tone={level?.tone ?? 'neutral'} title={level?.meaning ?? 'Changes nothing for anybody'}>
        {semver}
      </Mark>
      <div>
        {message}
        {before !== null || after !== null ? (
          <div className="values">
            {before === null ? null : <del>{before}</del>}
            {before !== null && after !== null ? <span aria-hidden>→</span> : null}
            {after === null ? null : <ins>{after}</ins>}
          </div>
        ) : null}
      </div>
    </Root>
  )
}
