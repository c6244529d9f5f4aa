// What a pull request is told of its changes, in Markdown. Names come from strangers' files: they are shown as text.
import type { ChangeGroup } from '../../analysis/changes/index.ts'
import { lintParts, lintText, type ReportedLint } from './lint.ts'
import { asCode, asText, count } from './text.ts'

/** A change as a comment shows it. */
export interface ReportedChange {
  group: ChangeGroup
  /** Method and path of the operation, or the node's address. */
  subject: string
  message: string
}

/** What a comment shows of the changes, and how many there are of each group. */
export interface ReportedChanges {
  counts: Record<ChangeGroup, number>
  /** The first of each group. */
  listed: ReportedChange[]
}

/** How many changes of a group are listed. */
export const MOST_LISTED = 30

const TITLES: [ChangeGroup, string][] = [
  ['breaking', 'Breaking'],
  ['added', 'Added'],
  ['fixed', 'Fixed and other changes'],
]

/** References that lead nowhere. */
export interface ReportedReferences {
  broken: number
  /** How many fewer there are than on the default branch. */
  mended: number
}

/** The text of the comment. */
export function commentOf(
  { counts, listed }: ReportedChanges,
  { broken, mended }: ReportedReferences,
  docsUrl: string,
  lint: ReportedLint | null = null,
): string {
  const parts = TITLES.flatMap(([group, title]) => {
    const told = listed.filter((change) => change.group === group)
    const more = counts[group] - told.length
    const lines = told.map(lineOf)
    if (more > 0) lines.push(`- … and ${more} more`)
    const references = group === 'fixed' ? mended : 0
    if (references > 0)
      lines.push(
        `- ${count(references, 'broken reference', 'broken references')} fewer than on the default branch`,
      )
    return lines.length === 0 ? [] : [`### ${title} (${counts[group] + references})`, lines.join('\n')]
  })
  const found = parts.length > 0 ? parts : ['Nothing in the described APIs, models and articles changes.']
  const references =
    broken > 0 ? [`${broken} ${broken === 1 ? 'reference leads' : 'references lead'} nowhere.`] : []
  return [
    '## API changes',
    ...found,
    ...references,
    ...lintParts(lint),
    `[Documentation of this branch](${inLink(docsUrl)})`,
  ].join('\n\n')
}

/** One line of a commit's status. */
export function statusText(breaking: number, broken: number, lint: ReportedLint | null = null): string {
  const parts = [
    count(breaking, 'breaking change', 'breaking changes'),
    count(broken, 'broken reference', 'broken references'),
    ...lintText(lint),
  ]
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lineOf({ subject, message }: ReportedChange): string {
  return `- ${asCode(subject)}: ${asText(message)}`
}

/** Without what would end the link. */
function inLink(url: string): string {
  return url.replace(/[()!*'~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
