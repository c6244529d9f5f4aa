// What goes to the worker that reads rulesets and tries their rules, and comes back.
import type { RulesetFault } from '../../../../lint/errors.ts'
import type { Finding } from '../../../../lint/types.ts'

/** A ruleset among the files it may extend, and a text to try its rules on; without one it is only read. */
export interface LintJob {
  files: Record<string, string>
  ruleset: string
  text?: { path: string; files: Record<string, string> }
}

export type LintAnswer =
  | { kind: 'faults'; faults: RulesetFault[] }
  | { kind: 'findings'; findings: Finding[] }
  /** A rule fails on the text, or the text is none. */
  | { kind: 'failed'; reason: string }
  /** It takes more time or memory than there is for it. */
  | { kind: 'too much' }
