// What the clock does by itself: everything that is due at a moment, the earliest first.
import type { Account } from '../state/account.ts'
import type { CheckoutSession, Invoice, Subscription } from '../state/model.ts'
import { expireIncomplete } from './cancel.ts'
import { cardFor, collect, expireUpdate, skipAttempt } from './collect.ts'
import { finalize, markUncollectible, subscriptionOf, voidInvoice } from './invoices.ts'
import { periodEnd } from './next-period.ts'
import { previewRenewal } from './preview.ts'
import { giveUp, renew } from './renew.ts'
import { phaseTasks } from './schedules.ts'

interface Task {
  at: number
  run(): void
}

const DAY = 86_400
const PATIENCE = 23 * 3_600

/** Does what is due on a clock up to a moment, each at its own moment. */
export function runDue(account: Account, clock: string | null, until: number): void {
  for (;;) {
    const next = nextTask(account, clock)
    if (!next || next.at > until) return
    account.at(clock, next.at, next.run)
  }
}

function nextTask(account: Account, clock: string | null): Task | undefined {
  let first: Task | undefined
  const consider = (task: Task) => {
    if (!first || task.at < first.at) first = task
  }
  // A phase that ends with a period ends before it: the renewal bills what the next one has.
  for (const task of phaseTasks(account, clock)) consider(task)
  for (const subscription of account.tables.subscriptions.values())
    if (subscription.test_clock === clock)
      for (const task of ofSubscription(account, subscription)) consider(task)
  for (const invoice of account.tables.invoices.values())
    if (invoice.test_clock === clock) for (const task of ofInvoice(account, invoice)) consider(task)
  if (clock === null)
    for (const session of account.tables.checkoutSessions.values())
      if (session.status === 'open')
        consider({ at: session.expires_at, run: () => expireSession(account, session) })
  return first
}

function ofSubscription(account: Account, subscription: Subscription): Task[] {
  const { status, pending_update: update, cancel_at: cancelAt, pause_collection: pause } = subscription
  const tasks: Task[] = []
  if (status === 'incomplete')
    tasks.push({ at: subscription.created + PATIENCE, run: () => expireIncomplete(account, subscription) })
  if (update) tasks.push({ at: update.expires_at, run: () => expireUpdate(account, subscription) })
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(status)) return tasks
  const end = periodEnd(subscription.items.data)
  tasks.push({ at: Math.min(end, cancelAt ?? end), run: () => renew(account, subscription) })
  if (pause?.resumes_at)
    tasks.push({
      at: pause.resumes_at,
      run: () => account.change(subscription, { pause_collection: null }, 'customer.subscription.updated'),
    })
  return [...tasks, ...warnings(account, subscription)]
}

function ofInvoice(account: Account, invoice: Invoice): Task[] {
  const { automatically_finalizes_at: finalizesAt, next_payment_attempt: retryAt } = invoice
  if (invoice.status === 'draft' && finalizesAt !== null)
    return [{ at: finalizesAt, run: () => finalizeRenewal(account, invoice) }]
  if (invoice.status !== 'open' || !invoice.auto_advance) return []
  if (retryAt !== null) return [{ at: retryAt, run: () => retry(account, invoice) }]
  const subscription = subscriptionOf(account, invoice)
  if (
    subscription?.status === 'past_due' &&
    invoice.attempt_count > 8 &&
    subscription.latest_invoice === invoice.id
  )
    return [{ at: account.timeOn(invoice.test_clock), run: () => giveUp(account, invoice, subscription) }]
  return []
}

function finalizeRenewal(account: Account, invoice: Invoice): void {
  const pause = subscriptionOf(account, invoice)?.pause_collection
  finalize(account, invoice)
  // While collection is paused nobody is charged.
  if (pause?.behavior === 'void') voidInvoice(account, invoice)
  else if (pause?.behavior === 'mark_uncollectible') markUncollectible(account, invoice)
  else collect(account, invoice, { automatic: true })
}

// With the card that is of no use any more an attempt is skipped, and counted.
function retry(account: Account, invoice: Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  const { hopeless } = account.tables
  if (hopeless.has(invoice.id) && hopeless.get(invoice.id) === cardFor(account, invoice, subscription)) {
    skipAttempt(account, invoice)
    return
  }
  collect(account, invoice, { automatic: true })
}

/** When a trial's end, or the next invoice, is told of beforehand. */
function warnings(account: Account, subscription: Subscription): Task[] {
  const marks = account.tables.marks.get(subscription.id)
  if (!marks) return []
  const trialEnd = subscription.trial_end
  if (subscription.status === 'trialing' && trialEnd !== null && !marks.trialWarned) {
    const run = () => {
      marks.trialWarned = true
      account.emit('customer.subscription.trial_will_end', subscription)
    }
    return [{ at: Math.max(subscription.trial_start ?? 0, trialEnd - 3 * DAY), run }]
  }
  const end = Math.min(...subscription.items.data.map((item) => item.current_period_end))
  if (subscription.status !== 'active' || subscription.cancel_at_period_end || marks.upcomingFor === end)
    return []
  const at = end - account.settings.upcomingDays * DAY
  const run = () => {
    marks.upcomingFor = end
    account.emit('invoice.upcoming', previewRenewal(account, subscription))
  }
  return [{ at, run }]
}

function expireSession(account: Account, session: CheckoutSession): void {
  Object.assign(session, { status: 'expired', url: null })
  account.emit('checkout.session.expired', session)
}
