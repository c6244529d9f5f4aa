// What a release is to be called and what its notes begin with, by what has changed since the one before. Pure.
import type { ShownChanges } from '../preview/analysis-protocol.ts'

/** The longest notes that the database takes. */
export const mostNotes = 10_000

const titles = { breaking: 'Breaking changes', added: 'Added', fixed: 'Changed' } as const

/** Notes in Markdown: what has changed, what may break clients first. What is too much is left out, and said. */
export function notesOf({ changes, more }: ShownChanges): string {
  const lines: string[] = []
  for (const group of ['breaking', 'added', 'fixed'] as const) {
    const own = changes.filter((change) => change.group === group)
    if (own.length === 0) continue
    lines.push(`## ${titles[group]}`, '')
    for (const { subject, message } of own)
      lines.push(`- \`${subject.replaceAll('`', '')}\`: ${escaped(message)}`)
    lines.push('')
  }
  const rest = 'And more.'
  let length = 0
  const kept = lines.filter((line) => {
    length += line.length + 1
    return length < mostNotes - rest.length - 2
  })
  if (more || kept.length < lines.length) kept.push(rest)
  return kept.join('\n').trim()
}

/** A sentence of the comparison, with names in it as they are written. */
const escaped = (text: string): string => text.replaceAll(/([\\*_<[\]])/g, '\\$1')
