// What a Git host hears of style guides.
import type { Severity } from '../../lint/types.ts'
import { asCode, asText, count } from './text.ts'

/** A violation as a comment shows it. */
interface ReportedFinding {
  rule: string
  severity: Severity
  message: string
  file: string
  line: number
}

/** What private.lint_report says of a branch. */
export interface ReportedLint {
  guide: 'own' | 'extended' | 'recommended'
  is_failed: boolean
  /** Whether the branch's own ruleset has faults. */
  is_broken: boolean
  errors: number
  warnings: number
  /** What the default branch has not; null where there is nothing to compare with. */
  new: { errors: number; warnings: number; listed: ReportedFinding[] } | null
}

/**
 * Whether it holds a commit back: by what is new on a branch, and by no guide that nobody chose. What the default branch
 * has is debt.
 */
export function isHeldByLint(lint: ReportedLint | null): boolean {
  if (lint === null || lint.guide === 'recommended') return false
  return lint.is_broken || lint.is_failed || (lint.new?.errors ?? 0) > 0
}

/** Parts of the line of a commit's status: nothing where there is nothing to say and nobody chose a guide. */
export function lintText(lint: ReportedLint | null): string[] {
  if (lint === null) return []
  if (lint.is_broken) return ['the ruleset has faults']
  if (lint.is_failed) return lint.guide === 'recommended' ? [] : ['the lint did not come to its end']
  const errors = lint.new?.errors ?? lint.errors
  if (errors === 0 && lint.guide === 'recommended') return []
  return [
    lint.new
      ? count(errors, 'new lint error', 'new lint errors')
      : count(errors, 'lint error', 'lint errors'),
  ]
}

/** Parts of the comment of a pull request. */
export function lintParts(lint: ReportedLint | null): string[] {
  if (lint === null) return []
  if (lint.is_broken)
    return [
      '### Style guide',
      'The ruleset of this branch has faults and is not used. The project’s problems say where.',
    ]
  if (lint.is_failed)
    return ['### Style guide', 'The lint did not come to its end: these files take too long or too much.']
  if (lint.new === null) return []
  const { errors, warnings, listed } = lint.new
  // By rules that nobody chose it is not for every warning that a comment is worth reading.
  if (lint.guide === 'recommended' && errors === 0) return []
  if (errors + warnings === 0) return ['### Style guide', 'Nothing new goes against its rules.']
  const more = errors + warnings - listed.length
  const debt = lint.errors + lint.warnings - errors - warnings
  return [
    `### Style guide: ${count(errors, 'new error', 'new errors')}, ${count(warnings, 'new warning', 'new warnings')}`,
    [...listed.map(lineOf), ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n'),
    ...(debt > 0 ? [`${debt} more ${debt === 1 ? 'was' : 'were'} there before.`] : []),
  ]
}

function lineOf({ rule, severity, message, file, line }: ReportedFinding): string {
  const kind = severity === 'error' ? 'Error' : 'Warning'
  return `- ${kind} ${asCode(rule)} in ${asCode(`${file}:${line}`)}: ${asText(message)}`
}
