import Typography from '@mui/material/Typography'
import { FaultList } from '../../../shared/style-guides/RulesetFaults.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import type { ExamplesTried } from './queries.ts'

/** Which examples of rules do not hold. */
export function ExamplesOutcome({ examples: { tried, failed } }: { examples: ExamplesTried }) {
  if (failed.length > 0) {
    return (
      <Callout severity="warning" title={saidFailed(failed.length)}>
        <FaultList faults={failed} />
      </Callout>
    )
  }
  return (
    <Typography variant="body2" color="textSecondary">
      {saidHolding(tried)}
    </Typography>
  )
}

const saidFailed = (count: number) =>
  count === 1 ? '1 example does not hold' : `${count.toLocaleString('en')} examples do not hold`

function saidHolding(tried: number): string {
  if (tried === 0) return 'No rule has examples.'
  return tried === 1 ? 'The one example holds.' : `All ${tried.toLocaleString('en')} examples hold.`
}
