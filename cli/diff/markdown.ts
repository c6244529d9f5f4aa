import type { ChangeReport } from '../../analysis/changes/types.ts'
import { printable } from '../terminal.ts'
import { type Names, operationOf, othersOf, sectionsOf, summaryOf } from './sections.ts'

/** For comments on pull requests and the like. What the descriptions say stays text: no markup, no mentions, no HTML. */
export function asMarkdown(report: ChangeReport, { before, after }: Names): string {
  const lines = [`**${summaryOf(report)}** From ${escaped(before)} to ${escaped(after)}.`]
  for (const { title, changes } of sectionsOf(report)) {
    lines.push('', `### ${title}`, '')
    for (const entry of changes) {
      const { level, message, place } = entry.change
      const operation = operationOf(entry.change)
      const about = operation ? `**${escaped(operation)}**: ` : ''
      const where = escaped(`${place.file}:${place.line}`)
      lines.push(`- ${level} · ${about}${escaped(message)}${othersOf(entry)} – ${where}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function escaped(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_{}[\]()#+!|~^$-]/g, '\\$&')
    .replaceAll(/[&<>@:]/g, (char) => `&#${char.charCodeAt(0)};`)
}
