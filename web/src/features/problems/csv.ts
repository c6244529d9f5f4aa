// The report as a table for spreadsheets.
import { csvLine } from '../../../../supabase/functions/_shared/domain/csv.ts'
import type { Dimension, ReportRow } from './queries.ts'

/** With the mark by which spreadsheets know UTF-8. */
export function csvOf(by: Dimension, rows: readonly ReportRow[]): string {
  const columns: [string, (row: ReportRow) => string][] = [
    [by, ({ name }) => name],
    ...(by === 'rule'
      ? [['severity', ({ severity }) => severity ?? ''] satisfies [string, (row: ReportRow) => string]]
      : []),
    ['score', ({ score }) => (score === null ? '' : String(score))],
    ['projects', ({ projects }) => String(projects)],
    ['projects_with_problems', (row) => String(row.projects_with)],
    ['operations_and_models', ({ units }) => String(units)],
    ['errors', ({ errors }) => String(errors)],
    ['warnings', ({ warnings }) => String(warnings)],
    ['infos_and_hints', ({ others }) => String(others)],
    ['waived', ({ waived }) => String(waived)],
    ['linted_at', ({ linted_at }) => linted_at ?? ''],
  ]
  const lines = rows.map((row) => csvLine(columns.map(([, cell]) => cell(row))))
  return `\uFEFF${[csvLine(columns.map(([name]) => name)), ...lines].join('')}`
}
