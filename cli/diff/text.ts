import type { ChangeReport, Level } from '../../analysis/changes/types.ts'
import { printable, styled } from '../terminal.ts'
import { operationOf, othersOf, sectionsOf, summaryOf } from './sections.ts'

const COLOURS = { major: 'red', minor: 'yellow', patch: 'green' } as const satisfies Record<Level, string>

/** For people at a terminal. */
export function asText(report: ChangeReport): string {
  const lines: string[] = []
  for (const { title, changes } of sectionsOf(report)) {
    lines.push(styled('bold', title))
    for (const entry of changes) {
      const { level, message, place, rule } = entry.change
      const operation = operationOf(entry.change)
      const about = operation ? `${styled('bold', printable(operation))}: ` : ''
      lines.push(`  ${styled(COLOURS[level], level)}  ${about}${printable(message)}${othersOf(entry)}`)
      const where = `${place.file}:${place.line}:${place.column}`
      lines.push(styled('dim', `         ${printable(where)}  ${printable(rule)}`))
    }
    lines.push('')
  }
  lines.push(summaryOf(report))
  return `${lines.join('\n')}\n`
}
