// Mails about the deletion of a workspace.
import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface DeletionData {
  kind: string
  /** ISO date of the deletion. */
  at?: string
  /** Whether the recipient's account goes with it. */
  account_goes?: boolean
}

const EXPORT = 'Before that an owner can export everything in its settings.'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

type Say = (
  day: string,
  name: string,
  data: DeletionData,
) => Pick<Letter, 'subject' | 'intro'> & { label: string }

const KINDS: Record<string, Say> = {
  scheduled: (day, name) => ({
    subject: `${name} will be deleted on ${day}`,
    intro: [
      `An owner asked for the workspace ${name} to be deleted. It and everything in it will be gone on ${day}, for good.`,
      `Until then each owner can cancel the deletion at the top of the workspace. ${EXPORT}`,
    ],
    label: 'Open the workspace',
  }),
  soon: (day, name, data) => ({
    subject: `Reminder: ${name} will be deleted on ${day}`,
    intro: [
      `The workspace ${name} and everything in it will be deleted on ${day}, for good.`,
      data.account_goes
        ? 'You are in no other workspace, so your account is deleted with it. Join or make another workspace to keep it.'
        : 'Your account stays.',
      `Only an owner can cancel the deletion. ${EXPORT}`,
    ],
    label: 'Open the workspace',
  }),
  cancelled: (_day, name) => ({
    subject: `${name} stays`,
    intro: [`The deletion of the workspace ${name} was cancelled by an owner. Nothing was deleted.`],
    label: 'Open the workspace',
  }),
  plan: (_day, name) => ({
    subject: `${name} was not deleted`,
    intro: [
      `The workspace ${name} was to be deleted today, but its plan runs on. Nothing was deleted.`,
      'To delete the workspace, cancel the plan first.',
    ],
    label: 'Open the workspace',
  }),
}

/** What happens to a workspace that was to be deleted. */
export function deletionMail(data: DeletionData, { brand, name }: Place): Letter {
  const say = KINDS[data.kind]
  if (!say) throw new Error(`There is no mail of deletion "${data.kind}".`)
  const day = data.at && !Number.isNaN(Date.parse(data.at)) ? DAY.format(new Date(data.at)) : 'its date'
  const { subject, intro, label } = say(day, name, data)
  return {
    subject,
    title: subject,
    intro,
    button: { label, url: brand.url },
    notes: [
      data.kind === 'soon'
        ? 'You get this mail because you are a member of the workspace.'
        : 'You get this mail because you own the workspace.',
    ],
  }
}

/** The kinds there are. */
export const deletionKinds = Object.keys(KINDS)
