// What events of billing say, after the actor's name.
import { type Facts, textAt } from './part.ts'

const number = (facts: Facts, key: string) => (typeof facts[key] === 'number' ? facts[key] : 0)
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

const money = (facts: Facts) => cents.format(number(facts, 'total') / 100)
const seats = (count: number) => `${count} paid ${count === 1 ? 'seat' : 'seats'}`
const interval = (facts: Facts) => (number(facts, 'interval') === 12 ? 'yearly' : 'monthly')
const note = (facts: Facts) => (textAt(facts, 'note') ? `: ${textAt(facts, 'note')}` : '')

function on(facts: Facts, key = 'at'): string {
  const at = Date.parse(textAt(facts, key))
  return Number.isNaN(at) ? '' : ` on ${days.format(at)}`
}

const causes: Record<string, string> = {
  failed_payment: ', because a payment failed',
  overusage: ', because more people are in it than the plan has room for',
}
const cause = (facts: Facts) => causes[textAt(facts, 'reason')] ?? ''

/** Type → sentence. */
export const billingSentences: Record<string, (facts: Facts) => string[]> = {
  'billing.trial.started': (f) => [`began the free trial of ${textAt(f, 'plan')}`],
  'billing.trial.ended': (f) => [`ended the free trial: ${textAt(f, 'plan')} is paid for now`],
  'billing.trial.expired': (f) => [`ended the free trial of ${textAt(f, 'plan')}`],
  'billing.trial.given': (f) => [
    `gave a trial of ${textAt(f, 'plan')} for ${number(f, 'days')} days${note(f)}`,
  ],
  'billing.plan.changed': (f) => [`changed the plan from ${textAt(f, 'old')} to ${textAt(f, 'plan')}`],
  'billing.interval.changed': (f) => [`changed the billing of ${textAt(f, 'plan')} to ${interval(f)}`],
  'billing.interval.scheduled': (f) => [`scheduled ${interval(f)} billing of ${textAt(f, 'plan')}${on(f)}`],
  'billing.downgrade.scheduled': (f) => [`scheduled the change to ${textAt(f, 'plan')}${on(f)}`],
  'billing.change.taken_back': (f) => [`kept ${textAt(f, 'plan')} as it is`],
  'billing.seats.changed': (f) => [
    `changed the plan from ${seats(number(f, 'old'))} to ${seats(number(f, 'seats'))}`,
  ],
  'billing.cancel.scheduled': (f) => [`cancelled ${textAt(f, 'plan')}, which ends${on(f)}`],
  'billing.cancel.taken_back': (f) => [`took the cancellation of ${textAt(f, 'plan')} back`],
  'billing.payment.failed': (f) => [
    `could not collect a payment${textAt(f, 'reason') ? `: ${textAt(f, 'reason')}` : ''}`,
  ],
  'billing.payment.recovered': () => ['collected the payment that was due'],
  // Who does not manage billing reads no amounts, numbers and notes.
  'billing.invoice.paid': (f) => [
    'total' in f ? `collected ${money(f)} for the invoice ${textAt(f, 'number')}` : 'collected a payment',
  ],
  'billing.invoice.refunded': (f) => [
    'total' in f ? `refunded ${money(f)} of the invoice ${textAt(f, 'number')}` : 'refunded a payment',
  ],
  'billing.contract.set': (f) => [`set the plan ${textAt(f, 'plan')} by contract${note(f)}`],
  'billing.contract.ended': (f) => [`ended the contract${note(f)}`],
  'billing.twice': (f) => [
    `found that the payment provider charges twice: ${textAt(f, 'subscriptions')} runs beside the plan`,
  ],
  'billing.customer.gone': () => ['found that the workspace is no longer known to the payment provider'],
  'billing.true_up': (f) => [
    `counted ${number(f, 'seats')} more seats in ${textAt(f, 'quarter')}${'total' in f ? `: ${money(f)}` : ''}`,
  ],
  'billing.event.replayed': (f) => [`applied an event of the payment provider again${note(f)}`],
  'billing.repaired': (f) => [
    `repaired what the payment provider had told and nobody heard${textAt(f, 'what') ? `: ${textAt(f, 'what')}` : ''}`,
  ],
  'workspace.lock_announced': (f) => [`announced the lock of the workspace${on(f, 'lock_at')}${cause(f)}`],
  'workspace.lock_averted': () => ['took the announced lock of the workspace back'],
  'workspace.locked': (f) => [`locked the workspace${cause(f)}`],
  'workspace.unlocked': () => ['unlocked the workspace'],
}
