/** What is wrong in a ruleset: where, and with which rule. Line and column are 1-based. */
export interface RulesetFault {
  file: string
  line: number
  column: number
  rule?: string
  message: string
}

/** A ruleset that cannot be used; says all that is wrong with it, up to a hundred places. */
export class RulesetError extends Error {
  readonly faults: RulesetFault[]

  constructor(faults: RulesetFault[]) {
    super('Invalid Spectral Ruleset Provided')
    this.name = 'RulesetError'
    this.faults = faults
  }
}

/** One line for a fault: file, place, rule, what is wrong. */
export function faultLine({ file, line, column, rule, message }: RulesetFault): string {
  return `${file}:${line}:${column}: ${rule === undefined ? '' : `rule "${rule}": `}${message}`
}

/** A lint that could not be done: a rule that fails on the document, or a text that is none. */
export class LintError extends Error {
  override readonly name = 'LintError'
}
