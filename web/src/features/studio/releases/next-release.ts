// What a release is to be called and what its notes begin with, by what has changed since the one before. Pure.
import type { Level, ShownChanges } from '../preview/analysis-protocol.ts'

/** The longest notes that the database takes. */
export const mostNotes = 10_000

const version = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z.-]+)?$/

/** Whether a text is a version of Semantic Versioning 2.0.0, as far as anybody types one. */
export const isVersion = (text: string): boolean => version.test(text)

/**
 * The version after `last` for changes of a level; before 1.0.0 what breaks is a minor one. Without one before, what the
 * description says of itself, or 1.0.0.
 */
export function nextVersion(last: string | null, level: Level | null, said: string | null): string {
  const parts = last === null ? null : version.exec(last)
  if (!parts) return said !== null && isVersion(said) ? said : '1.0.0'
  const [major, minor, patch] = parts.slice(1, 4).map(Number) as [number, number, number]
  // What was tried before a release becomes that release.
  if (parts[4]) return `${major}.${minor}.${patch}`
  if (level === 'major' && major > 0) return `${major + 1}.0.0`
  if (level === 'major' || (level === 'minor' && major > 0)) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

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
