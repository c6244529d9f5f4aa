import type { Finding } from '../../lint/types.ts'

/** What a lint says, of all its files. */
export interface LintReport {
  /** Paths from the working folder; in each finding too. */
  files: string[]
  findings: Finding[]
  /** Of the command. */
  version: string
}

/** The first place of a finding as people count: both from 1. */
export function placeOf({ range }: Finding): { line: number; column: number } {
  return { line: range.start.line + 1, column: range.start.character + 1 }
}
