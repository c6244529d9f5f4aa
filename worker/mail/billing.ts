// Mails of billing, to owners, billing admins and the billing address of a workspace.
import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface BillingData {
  kind: string
  /** The plan as it is now, or will be. */
  plan?: string
  /** The plan before. */
  old?: string
  /** ISO date of what will be. */
  at?: string
  /** Why: a decline in the bank's words, or the name of what locks a workspace. */
  reason?: string
  has_card?: boolean
  quarter?: string
  seats?: number
  /** In US cents. */
  total?: number
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

type Words = Pick<Letter, 'subject' | 'intro'> & { button?: string }
type Say = (data: Required<BillingData> & { day: string }, name: string) => Words

const KINDS: Record<string, Say> = {
  trial_started: ({ plan, day }, name) => ({
    subject: `${name} is trying ${plan}`,
    intro: [`The free trial of ${plan} has begun. It lasts until ${day}, and nothing is charged before.`],
  }),
  trial_ending: ({ plan, day, has_card: card }, name) => ({
    subject: `The trial of ${name} ends on ${day}`,
    intro: [
      `The free trial of ${plan} ends on ${day}.`,
      card
        ? 'Your card is charged then. If you do not want that, cancel before.'
        : 'The workspace is on the Free plan from then on, unless you choose a plan.',
    ],
  }),
  plan_changed: ({ plan, old }, name) => ({
    subject: `${name} is on ${plan} now`,
    intro: [`The plan of the workspace changed from ${old} to ${plan}.`],
  }),
  ended: ({ old }, name) => ({
    subject: `${name} is on the Free plan now`,
    intro: [
      `The plan ${old} has ended. Nothing was deleted: projects beyond the Free plan can be read, and written again once a plan holds them.`,
    ],
    button: 'Choose a plan',
  }),
  cancel_scheduled: ({ plan, day }, name) => ({
    subject: `The plan of ${name} ends on ${day}`,
    intro: [`${plan} was cancelled. It stays as it is until ${day}; until then you can take this back.`],
  }),
  downgrade_scheduled: ({ plan, old, day }, name) => ({
    subject: `${name} changes to ${plan} on ${day}`,
    intro: [`${old} stays as it is until ${day}. ${plan} begins then; until then you can take this back.`],
  }),
  payment_failed: ({ reason }, name) => ({
    subject: `The payment for ${name} failed`,
    intro: [
      ...(reason ? [`The bank says: ${reason}`] : []),
      'Please pay the invoice or give another card. The payment is tried again by itself in the next days.',
    ],
    button: 'Go to billing',
  }),
  payment_recovered: (_data, name) => ({
    subject: `The payment for ${name} was made`,
    intro: ['Thank you. Nothing is due any more.'],
  }),
  lock_announced: ({ reason, day }, name) => ({
    subject: `${name} will be locked on ${day}`,
    intro: lockWords(reason, day),
    button: 'Go to billing',
  }),
  lock_soon: ({ reason, day }, name) => ({
    subject: `Reminder: ${name} will be locked on ${day}`,
    intro: lockWords(reason, day),
    button: 'Go to billing',
  }),
  locked: ({ reason }, name) => ({
    subject: `${name} is locked`,
    intro: [cause(reason), 'Only the oldest owner can open the workspace now. Nothing was deleted.'],
    button: 'Go to billing',
  }),
  unlocked: (_data, name) => ({
    subject: `${name} is open again`,
    intro: ['All members can open the workspace again.'],
    button: `Open ${name}`,
  }),
  twice: (_data, name) => ({
    subject: `${name} is charged twice`,
    intro: [
      'A second subscription runs beside the plan of this workspace. The payment details on the billing page list both: please cancel the one that you do not want there.',
    ],
    button: 'Go to billing',
  }),
  true_up: ({ quarter, seats, total }, name) => ({
    subject: `${name}: seats of ${quarter}`,
    intro: [
      `${seats} ${seats === 1 ? 'seat was' : 'seats were'} in use beyond the agreed ones. ${MONEY.format(total / 100)} will be invoiced for the quarter.`,
    ],
  }),
}

function lockWords(reason: string, day: string): string[] {
  return [
    cause(reason),
    `All members other than the oldest owner will lose access to this workspace on ${day}.`,
  ]
}

function cause(reason: string): string {
  return reason === 'overusage'
    ? 'More people are in this workspace than its plan has room for.'
    : 'The payment method associated with this workspace has failed.'
}

/** What happened, or will, to the plan of a workspace. */
export function billingMail(data: BillingData, { brand, name }: Place): Letter {
  const full = {
    plan: '',
    old: '',
    at: '',
    reason: '',
    has_card: false,
    quarter: '',
    seats: 0,
    total: 0,
    ...data,
  }
  const day =
    full.at && !Number.isNaN(Date.parse(full.at)) ? DAY.format(new Date(full.at)) : 'the end of the period'
  const say = KINDS[data.kind]
  if (!say) throw new Error(`There is no mail of billing "${data.kind}".`)
  const { subject, intro, button = 'See the plan' } = say({ ...full, day }, name)
  const isOpened = data.kind === 'unlocked'
  return {
    subject,
    title: subject,
    intro,
    button: { label: button, url: isOpened ? brand.url : `${brand.url}/admin/billing` },
    notes: ['You get this mail because you manage the billing of the workspace.'],
  }
}

/** The kinds there are. */
export const billingKinds = Object.keys(KINDS)
