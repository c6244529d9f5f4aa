// Problems as a table for spreadsheets.
import { csvLine } from '../../../../../supabase/functions/_shared/domain/csv.ts'
import { severityLabel } from '../../../shared/problems/words.ts'
import type { Problem } from './queries.ts'

const columns: Record<string, (problem: Problem) => string> = {
  severity: ({ severity }) => severityLabel[severity],
  rule: ({ rule }) => rule,
  message: ({ message }) => message,
  file: ({ file }) => file,
  line: ({ start_line }) => String(start_line),
  column: ({ start_column }) => String(start_column),
  pointer: ({ pointer }) => pointer,
  page: ({ node_name }) => node_name ?? '',
  new: ({ is_new }) => (is_new ? 'yes' : 'no'),
  waived_until: ({ waiver_expires_on }) => waiver_expires_on ?? '',
  waiver_owner: ({ waiver_owner }) => waiver_owner ?? '',
  waiver_reason: ({ waiver_reason }) => waiver_reason ?? '',
}

/** With the mark by which spreadsheets know UTF-8. */
export function csvOf(problems: readonly Problem[]): string {
  const cells = Object.values(columns)
  return `\uFEFF${[csvLine(Object.keys(columns)), ...problems.map((problem) => csvLine(cells.map((cell) => cell(problem))))].join('')}`
}
