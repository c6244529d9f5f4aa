// What goes to the worker that reads rulesets and tries their rules, and comes back.
import type { RulesetFault } from '../../../../lint/errors.ts'
import type { ExamplesTried } from '../../../../lint/index.ts'
import type { Severity } from '../../../../lint/types.ts'

/** A ruleset among the files it may extend, and a text to try its rules on; without one it is only read. */
export interface LintJob {
  files: Record<string, string>
  ruleset: string
  /** Whether its rules are tried on the examples that they bring along. */
  examples?: boolean
  text?: {
    path: string
    /** Where in it: what is found elsewhere is not told. */
    within: string[]
    files: Record<string, string>
  }
}

/** More are not told. */
export const mostFindings = 500

/** What a rule finds, as the API tells it. */
export interface TriedFinding {
  code: string
  severity: Severity
  message: string
  path: string[]
  file: string
  line: number
  column: number
}

export type LintAnswer =
  | { kind: 'faults'; faults: RulesetFault[] }
  /** The first of them, and how many there are. */
  | { kind: 'findings'; findings: TriedFinding[]; total: number; examples: ExamplesTried }
  /** A rule fails on the text, or the text is none. */
  | { kind: 'failed'; reason: string }
  /** It takes more time or memory than there is for it. */
  | { kind: 'too much' }
