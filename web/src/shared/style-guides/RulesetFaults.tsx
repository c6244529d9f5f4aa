import Box from '@mui/material/Box'
import { Callout } from '../ui/Callout.tsx'
import type { RulesetFault } from './check.ts'

const mostShown = 20

/** What is wrong with a ruleset: file, line, and which rule. */
export function RulesetFaults({ faults }: { faults: RulesetFault[] }) {
  return (
    <Callout severity="error" title="Invalid Spectral Ruleset Provided">
      <FaultList faults={faults} />
    </Callout>
  )
}

/** Places of a ruleset, and what is said of each. */
export function FaultList({ faults }: { faults: RulesetFault[] }) {
  const more = faults.length - mostShown
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {faults.slice(0, mostShown).map(({ file, line, column, rule, message }) => (
          <li key={`${file}:${line}:${column}:${message}`}>
            <Box component="code">
              {file}:{line}:{column}
            </Box>{' '}
            {rule === undefined ? '' : `rule “${rule}”: `}
            {message}
          </li>
        ))}
      </Box>
      {more > 0 ? `And ${more} more.` : null}
    </>
  )
}
