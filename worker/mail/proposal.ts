import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface ProposalData {
  event:
    | 'review_requested'
    | 'mentioned'
    | 'commented'
    | 'approved'
    | 'changes_requested'
    | 'approvals_fell'
    | 'merged'
    | 'merge_failed'
  title: string
  project: string
  slug: string
  branch: string
  branch_slug: string
  baseline: string
  proposal_id: number
  /** Absent where the product did it. */
  who?: string
  said?: string
  unsubscribe_token: string
}

/** What happened to a proposal, to somebody whom it concerns. */
export function proposalMail(data: ProposalData, { brand, productUrl }: Place): Letter {
  const { project, branch, baseline, title, said } = data
  const who = data.who || 'Somebody'
  const [subject, intro] = EVENTS[data.event](who, title)
  const token = encodeURIComponent(data.unsubscribe_token)
  const url = `${brand.url}/proposals/${encodeURIComponent(data.slug)}/branches/${encodeURIComponent(data.branch_slug)}?proposal=${data.proposal_id}`
  return {
    subject: `${subject} (${project})`,
    title: subject,
    intro: [intro],
    facts: [
      { label: 'Project', value: project },
      { label: 'Branch', value: `${branch} for ${baseline}` },
      ...(said ? [{ label: who, value: said }] : []),
    ],
    button: { label: 'Open the proposal', url },
    notes: [],
    unsubscribe: {
      label: 'Unsubscribe from mails about mentions and proposals',
      url: `${brand.url}/account/unsubscribe?token=${token}`,
      oneClickUrl: `${productUrl}/api/v1/auth/unsubscribe?token=${token}`,
    },
  }
}

/** The subject, and what the mail begins with. */
const EVENTS: Record<ProposalData['event'], (who: string, title: string) => [string, string]> = {
  review_requested: (who, title) => [`${who} asks you to review ${title}`, 'Your review is asked for:'],
  mentioned: (who, title) => [`${who} mentioned you in ${title}`, 'You are mentioned in the discussion:'],
  commented: (who, title) => [`${who} commented on ${title}`, 'There is something new in the discussion:'],
  approved: (who, title) => [`${who} approved ${title}`, 'The content as it is now was approved:'],
  changes_requested: (who, title) => [
    `${who} requested changes of ${title}`,
    'It cannot be merged before they are content:',
  ],
  approvals_fell: (_who, title) => [
    `${title} has changed since you approved it`,
    'Your approval was of other content and counts no more. Please look at it again:',
  ],
  merged: (_who, title) => [`${title} was merged`, 'What was proposed is part of the branch by now:'],
  merge_failed: (_who, title) => [
    `${title} could not be merged`,
    'Nothing was changed. The proposal says why:',
  ],
}

export const proposalEvents = Object.keys(EVENTS)
