import type { ChangeReport, Level } from '../../analysis/changes/types.ts'
import { printable } from '../terminal.ts'
import { operationOf, othersOf, sectionsOf, summaryOf } from './sections.ts'

const KINDS: Record<Level, string> = { major: 'error', minor: 'warning', patch: 'notice' }

/** Workflow commands of GitHub Actions, which show each change in the file that it stands in. */
export function asGithub(report: ChangeReport): string {
  const lines = sectionsOf(report).flatMap(({ changes }) =>
    changes.map((entry) => {
      const { level, message, place, rule } = entry.change
      const operation = operationOf(entry.change)
      const text = `${operation ? `${operation}: ` : ''}${message}${othersOf(entry)}`
      const at = `file=${property(place.file)},line=${place.line},col=${place.column}`
      return `::${KINDS[level]} ${at},title=${property(rule)}::${data(text)}`
    }),
  )
  return `${[...lines, summaryOf(report)].join('\n')}\n`
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
