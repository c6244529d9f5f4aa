import { styled } from '@mui/material/styles'
import { counted, scoreFormula } from '../../../shared/problems/words.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { Mark } from '../components/Mark.tsx'
import type { Problems } from './queries.ts'

const Root = styled('div')({
  display: 'grid',
  gap: 12,
  marginBottom: 16,
  '& > .counts': { display: 'flex', flexWrap: 'wrap', gap: 8, margin: 0, padding: 0, listStyle: 'none' },
  '& > p, & details': { margin: 0, color: 'var(--docs-muted)', fontSize: typeSizes.body2 },
  '& summary': { cursor: 'pointer' },
})

const guides = {
  own: 'the ruleset of this version, after the style guides that the project extends',
  extended: 'the style guides that the project extends',
  recommended: 'the rules that Spectral recommends, as the project has no style guide',
}

/** How a branch stands: what was found, by which guide, and what is wrong with the guides. */
export function Standing({ problems, branch }: { problems: Problems; branch: string }) {
  const {
    state,
    guide,
    errors,
    warnings,
    infos,
    hints,
    waived,
    score,
    faults,
    hidden_faults: hidden,
  } = problems
  return (
    <Root>
      <ul className="counts" aria-label="In total">
        {score === null ? null : (
          <li>
            <Mark tone={score >= 80 ? 'good' : score >= 50 ? 'warning' : 'bad'}>Score {score}</Mark>
          </li>
        )}
        <li>
          <Mark tone={errors > 0 ? 'bad' : 'neutral'}>{counted(errors, 'error')}</Mark>
        </li>
        <li>
          <Mark tone={warnings > 0 ? 'warning' : 'neutral'}>{counted(warnings, 'warning')}</Mark>
        </li>
        <li>
          <Mark>{counted(infos + hints, 'hint')}</Mark>
        </li>
        {waived > 0 ? (
          <li>
            <Mark>{waived.toLocaleString('en')} waived</Mark>
          </li>
        ) : null}
      </ul>
      {guide === null ? null : <p>By {guides[guide]}.</p>}
      <details>
        <summary>How the score comes about</summary>
        {scoreFormula}
      </details>
      {state === 'outdated' ? (
        <Callout severity="info">{branch} or its style guides have changed. It is being linted anew.</Callout>
      ) : null}
      {state === 'failed' ? (
        <Callout severity="warning">
          The lint did not come to its end: these files take too long, or too much memory, by these rules.
        </Callout>
      ) : null}
      {problems.is_cut ? (
        <Callout severity="info">
          More was found than is listed: the first 20,000, errors before others.
        </Callout>
      ) : null}
      {faults.length + hidden > 0 ? (
        <Callout severity="warning">
          Rulesets with faults are left out:
          <ul>
            {faults.map(({ guide: of, file, line, column, rule, message }) => (
              <li key={`${of} ${file} ${line} ${column} ${message}`}>
                {of === null ? '' : `${of}: `}
                {file}:{line}:{column}: {rule === null ? '' : `rule "${rule}": `}
                {message}
              </li>
            ))}
            {hidden > 0 ? <li>{counted(hidden, 'fault')} in style guides that you do not see</li> : null}
          </ul>
        </Callout>
      ) : null}
    </Root>
  )
}
