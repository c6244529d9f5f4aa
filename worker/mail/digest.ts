import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface DigestData {
  /** ISO date. */
  day: string
  changes: Change[]
  unsubscribe_token: string
}

interface Change {
  project: string
  slug: string
  kind: 'created' | 'updated' | 'proposed' | 'merged'
  /** Of a proposal its title. */
  branch?: string
  /** How many changes, and how many of them are breaking or additions. */
  changes?: number
  major?: number
  minor?: number
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** What happened yesterday in the projects that the recipient may read. */
export function digestMail(data: DigestData, { brand, name, productUrl }: Place): Letter {
  const token = encodeURIComponent(data.unsubscribe_token)
  const projects = new Set(data.changes.map(({ slug }) => slug)).size
  return {
    subject: `${name}: ${plural(projects, 'project')} changed`,
    title: DAY.format(new Date(data.day)),
    intro: [`This is what changed in ${name}.`],
    links: data.changes.map((change) => ({
      name: change.project,
      url: isProposal(change)
        ? `${brand.url}/proposals?status=all`
        : `${brand.url}/docs/${encodeURIComponent(change.slug)}`,
      detail: detailOf(change),
    })),
    button: { label: `Open ${name}`, url: brand.url },
    notes: [],
    unsubscribe: {
      label: 'Unsubscribe from the daily summary',
      url: `${brand.url}/account/unsubscribe?token=${token}`,
      oneClickUrl: `${productUrl}/api/v1/auth/unsubscribe?token=${token}`,
    },
  }
}

const isProposal = ({ kind }: Change): boolean => kind === 'proposed' || kind === 'merged'

function detailOf({ kind, branch, changes = 0, major = 0, minor = 0 }: Change): string {
  if (kind === 'proposed') return `Proposed: ${branch}`
  if (kind === 'merged') return `Merged: ${branch}`
  const on = branch ? ` on ${branch}` : ''
  if (kind === 'created') return `New project${on}`
  const kinds = [
    ...(major > 0 ? [`${major} breaking`] : []),
    ...(minor > 0 ? [plural(minor, 'addition')] : []),
  ]
  const what = changes > 0 ? plural(changes, 'change') : 'Updated'
  return `${what}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}${on}`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
