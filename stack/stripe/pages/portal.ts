// /p/session/{id}: what a customer may do alone, as far as the portal's configuration allows it.
import { cancelNow } from '../billing/cancel.ts'
import { asksOnSetup, keepCard, refusedAtEntry } from '../billing/cards.ts'
import { setupIntent } from '../billing/intents.ts'
import { money } from '../money/draft.ts'
import { attach } from '../resources/payment-methods.ts'
import type { Account } from '../state/account.ts'
import type { Customer, PortalConfiguration, PortalSession, Subscription } from '../state/model.ts'
import { cardFields, cardOf, testCards } from './forms.ts'
import { type Html, html } from './html.ts'
import { message, type Page, page, redirect } from './layout.ts'

const LIVES = 30 * 60

interface Visit {
  account: Account
  session: PortalSession
  customer: Customer
  features: PortalConfiguration['features']
  subscription: Subscription | undefined
}

/** The page of a session; its address lives for half an hour. */
export function portalPage(
  account: Account,
  id: string,
  asked: URLSearchParams,
  form: URLSearchParams | undefined,
): Page {
  const session = account.find('portalSessions', id)
  const customer = session && account.find('customers', session.customer)
  if (!session || !customer) return message('Page not found', 'There is no such page.', 404)
  if (account.timeOn(null) > session.created + LIVES)
    return message(
      'This page has expired',
      'Go back and open it again.',
      200,
      session.return_url ? { to: session.return_url, label: 'Go back' } : undefined,
    )
  const { features } = account.get('portalConfigurations', session.configuration)
  const visit = { account, session, customer, features, subscription: current(account, customer) }
  if (form) return posted(visit, form)
  const view =
    asked.get('view') ??
    (session.flow?.type === 'payment_method_update' ? 'card' : (session.flow?.type ?? ''))
  if (view === 'card' && features.payment_method_update.enabled) return cardView(visit)
  if (
    (view === 'cancel' || view === 'subscription_cancel') &&
    features.subscription_cancel.enabled &&
    visit.subscription
  )
    return cancelView(visit, visit.subscription)
  return overview(visit)
}

function current(account: Account, customer: Customer): Subscription | undefined {
  return [...account.tables.subscriptions.values()].findLast(
    (one) => one.customer === customer.id && one.status !== 'canceled' && one.status !== 'incomplete_expired',
  )
}

function posted(visit: Visit, form: URLSearchParams): Page {
  const { account, session, customer, features, subscription } = visit
  const home = redirect(`/p/session/${session.id}`)
  const action = form.get('action')
  if (action === 'card' && features.payment_method_update.enabled) return newCard(visit, form)
  if (action === 'email' && features.customer_update.enabled) {
    const email = (form.get('email') ?? '').trim()
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return overview(visit, 'Your email is incomplete.')
    account.change(customer, { email }, 'customer.updated')
    return home
  }
  if (!subscription || !features.subscription_cancel.enabled) return home
  if (action === 'cancel') {
    const now = account.nowFor(customer.id)
    if (features.subscription_cancel.mode === 'immediately')
      cancelNow(account, subscription, {
        invoiceNow: false,
        prorate: features.subscription_cancel.proration_behavior !== 'none',
      })
    else {
      const end = Math.min(...subscription.items.data.map((item) => item.current_period_end))
      const details = {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: 'cancellation_requested' as const,
      }
      account.change(
        subscription,
        {
          cancel_at: end,
          // A flexible subscription gets a date only.
          cancel_at_period_end: subscription.billing_mode.type !== 'flexible',
          canceled_at: now,
          cancellation_details: details,
        },
        'customer.subscription.updated',
      )
    }
  }
  if (action === 'keep')
    account.change(
      subscription,
      { cancel_at: null, cancel_at_period_end: false, canceled_at: null },
      'customer.subscription.updated',
    )
  return home
}

function newCard(visit: Visit, form: URLSearchParams): Page {
  const { account, session, customer } = visit
  const step = form.get('step')
  if (step === 'fail') return cardView(visit, 'We are unable to authenticate your payment method.')
  let method = step === 'prove' ? account.find('paymentMethods', form.get('method') ?? '') : undefined
  const now = account.nowFor(customer.id)
  if (!method) {
    const card = cardOf(form, customer.email)
    const refused = refusedAtEntry(card, now)
    if (refused) return cardView(visit, refused.message)
    method = keepCard(account, card, now)
    if (asksOnSetup(account, method.id)) return proof(method.id)
  }
  if (method.customer !== null && method.customer !== customer.id)
    return cardView(visit, 'Enter your card again.')
  account.get('cards', method.id).setUp = true
  attach(account, method, customer)
  setupIntent(account, customer, method.id, 'succeeded', now)
  const settings = { ...customer.invoice_settings, default_payment_method: method.id }
  account.change(customer, { invoice_settings: settings }, 'customer.updated')
  // A card of its own would go before the customer's new one.
  for (const subscription of account.tables.subscriptions.values())
    if (subscription.customer === customer.id && subscription.default_payment_method !== null)
      account.change(subscription, { default_payment_method: method.id }, 'customer.subscription.updated')
  return redirect(`/p/session/${session.id}?view=home`)
}

function proof(method: string): Page {
  return page(
    '3-D Secure',
    html`<main class="single"><div class="box"><h1>Confirm that this card is yours</h1>
<p>Your test bank asks you to confirm that this card may be kept for later payments.</p>
<form method="post" class="bar"><input type="hidden" name="action" value="card"><input type="hidden" name="method" value="${method}">
<button name="step" value="prove">Complete authentication</button>
<button class="bad" name="step" value="fail">Fail authentication</button></form></div></main>`,
  )
}

function overview(visit: Visit, error?: string): Page {
  const { session, customer, features, subscription } = visit
  return page(
    'Billing',
    html`<main class="single">
${session.return_url && html`<a class="back" href="${session.return_url}">← Return to Waymark</a>`}
<h1>Manage your billing</h1>
${error && html`<p class="error" role="alert">${error}</p>`}
${subscription ? planBox(visit, subscription) : html`<p class="soft">There is no subscription.</p>`}
${features.payment_method_update.enabled && cardBox(visit)}
${
  features.customer_update.enabled &&
  html`<section class="box"><h2>Billing email</h2><form method="post"><input type="hidden" name="action" value="email">
<div class="inline"><label>Email<input type="email" name="email" required maxlength="512" value="${customer.email ?? ''}"></label><button class="plain">Save</button></div></form></section>`
}
${features.invoice_history.enabled && invoiceBox(visit)}
</main>`,
  )
}

function planBox({ account, session, features }: Visit, subscription: Subscription): Html {
  const end = Math.min(...subscription.items.data.map((item) => item.current_period_end))
  const ends = subscription.cancel_at !== null
  return html`<section class="box"><div class="bar"><h2>Current plan</h2><span class="badge">${subscription.status.replaceAll('_', ' ')}</span></div>
<dl class="rows">${subscription.items.data.map(
    ({ price, quantity }) =>
      html`<div><dt>${account.get('products', price.product).name}${quantity === 1 ? '' : ` × ${quantity}`}</dt><dd>${money(price.unit_amount * quantity, price.currency)} / ${price.recurring?.interval ?? 'month'}</dd></div>`,
  )}</dl>
<p class="soft">${ends ? `Ends on ${day(subscription.cancel_at ?? end)}.` : `Renews on ${day(end)}.`}</p>
${
  features.subscription_cancel.enabled &&
  (ends
    ? html`<form method="post"><button class="plain" name="action" value="keep">Keep the subscription</button></form>`
    : html`<p><a href="/p/session/${session.id}?view=cancel">Cancel the subscription</a></p>`)
}</section>`
}

function cardBox({ account, session, customer, subscription }: Visit): Html {
  const id = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method
  const card = id === null ? undefined : account.get('paymentMethods', id).card
  return html`<section class="box"><h2>Payment method</h2>
<div class="bar"><p>${
    card
      ? `${card.brand === 'visa' ? 'Visa' : 'Mastercard'} •••• ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
      : 'No card yet.'
  }</p><a class="button plain" href="/p/session/${session.id}?view=card">${card ? 'Change card' : 'Add card'}</a></div></section>`
}

function invoiceBox({ account, customer }: Visit): Html {
  const theirs = [...account.tables.invoices.values()]
    .filter((invoice) => invoice.customer === customer.id && invoice.number !== null)
    .reverse()
    .slice(0, 24)
  return html`<section class="box"><h2>Invoices</h2>${
    theirs.length === 0
      ? html`<p class="soft">There are no invoices yet.</p>`
      : html`<div class="scroll"><table><thead><tr><th>Date</th><th>Invoice</th><th>Status</th><th class="sum">Total</th></tr></thead><tbody>${theirs.map(
          (invoice) =>
            html`<tr><td>${day(invoice.created)}</td><td><a href="/i/${invoice.id}">${invoice.number ?? ''}</a></td><td>${invoice.status ?? ''}</td><td class="sum">${money(invoice.total, invoice.currency)}</td></tr>`,
        )}</tbody></table></div>`
  }</section>`
}

function cardView({ session, customer }: Visit, error?: string): Page {
  return page(
    'Payment method',
    html`<main class="single"><a class="back" href="/p/session/${session.id}?view=home">← Back</a><h1>Your card</h1>
${error && html`<p class="error" role="alert">${error}</p>`}
<form method="post" class="box"><input type="hidden" name="action" value="card">${cardFields(customer.name ?? '')}
<button>Save card</button></form>${testCards()}</main>`,
  )
}

function cancelView({ session, features }: Visit, subscription: Subscription): Page {
  const end = Math.min(...subscription.items.data.map((item) => item.current_period_end))
  const atOnce = features.subscription_cancel.mode === 'immediately'
  return page(
    'Cancel the subscription',
    html`<main class="single"><a class="back" href="/p/session/${session.id}?view=home">← Back</a><h1>Cancel the subscription?</h1>
<p>${atOnce ? 'It ends now.' : `It stays until ${day(end)} and does not renew.`}</p>
<form method="post" class="bar"><button class="bad" name="action" value="cancel">Cancel the subscription</button></form></main>`,
  )
}

function day(moment: number): string {
  return new Date(moment * 1_000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
