import type { ChangeReport } from '../../analysis/changes/types.ts'
import type { Names } from './sections.ts'

/** For programs: the report as it is, with the names of the two descriptions. */
export function asJson(report: ChangeReport, { before, after }: Names): string {
  const { level, counts, truncated, changes } = report
  return `${JSON.stringify({ old: before, new: after, level, counts, truncated, changes }, null, 2)}\n`
}
