import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface MentionsData {
  project: string
  slug: string
  branch: string
  branch_slug: string
  thread_id: number
  /** Oldest first; at least one. */
  mentions: { name: string; said: string }[]
  unsubscribe_token: string
}

/** Who asked for the recipient in a thread, and how each of those comments begins. */
export function mentionsMail(data: MentionsData, { brand, productUrl }: Place): Letter {
  const names = [...new Set(data.mentions.map(({ name }) => name || 'Somebody'))]
  const who = names.length > 2 ? `${names[0]} and ${names.length - 1} others` : names.join(' and ')
  const slug = encodeURIComponent(data.slug)
  const url = `${brand.url}/studio/${slug}:${encodeURIComponent(data.branch_slug)}?comment=${data.thread_id}`
  const token = encodeURIComponent(data.unsubscribe_token)
  return {
    subject: `${who} mentioned you in ${data.project}`,
    title: `${who} mentioned you in ${data.project}`,
    intro: [`In a comment on ${data.branch}:`],
    facts: data.mentions.map(({ name, said }) => ({ label: name || 'Somebody', value: said })),
    button: { label: 'Open the comment', url },
    notes: [],
    unsubscribe: {
      label: 'Unsubscribe from mails about mentions',
      url: `${brand.url}/account/unsubscribe?token=${token}`,
      oneClickUrl: `${productUrl}/api/v1/auth/unsubscribe?token=${token}`,
    },
  }
}
