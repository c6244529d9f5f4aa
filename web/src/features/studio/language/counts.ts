import type { Severity } from '../../../../../editing/validity/finding.ts'
import type { Problem } from './protocol.ts'

/** How many there are of each severity. */
export function countsOf(problems: ReadonlyMap<string, readonly Problem[]>): Record<Severity, number> {
  const counts = { error: 0, warning: 0, hint: 0 }
  for (const of of problems.values()) for (const { severity } of of) counts[severity] += 1
  return counts
}
