// /c/pay/{session}: what is bought, the card, and 3-D Secure where the card asks for it.
import {
  applyCode,
  authenticate,
  completeWithoutCard,
  type Submitted,
  submit,
  summary,
} from '../billing/checkout.ts'
import { money } from '../money/draft.ts'
import type { Account } from '../state/account.ts'
import type { CheckoutSession } from '../state/model.ts'
import { cardFields, cardOf, testCards } from './forms.ts'
import { type Html, html } from './html.ts'
import { message, type Page, page, redirect } from './layout.ts'

/** The page of a session, and what its forms do. */
export function checkoutPage(account: Account, id: string, form: URLSearchParams | undefined): Page {
  const session = account.find('checkoutSessions', id)
  if (!session) return message('Page not found', 'There is no such checkout page.', 404)
  if (session.status === 'complete') return redirect(successUrl(session))
  if (session.status === 'expired')
    return message(
      'This checkout session has expired',
      'Nothing was charged. Go back and start again.',
      200,
      session.cancel_url ? { to: session.cancel_url, label: 'Go back' } : undefined,
    )
  return form ? posted(account, session, form) : show(account, session)
}

function posted(account: Account, session: CheckoutSession, form: URLSearchParams): Page {
  const action = form.get('action')
  if (action === 'code')
    return show(account, session, undefined, applyCode(account, session, form.get('code') ?? ''))
  if (action === 'prove' || action === 'fail')
    return after(account, session, authenticate(account, session, action === 'prove'))
  const email = emailOf(session, form)
  if (email === undefined) return show(account, session, 'Your email is incomplete.')
  if (!asksCard(account, session))
    return after(account, session, completeWithoutCard(account, session, email))
  return after(account, session, submit(account, session, { card: cardOf(form, email), email }))
}

function after(account: Account, session: CheckoutSession, submitted: Submitted): Page {
  if (submitted.kind === 'complete') return redirect(successUrl(session))
  if (submitted.kind === 'action') return threeDSecure(account, session)
  return show(account, session, submitted.message)
}

function successUrl({ success_url: url, id }: CheckoutSession): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function emailOf(session: CheckoutSession, form: URLSearchParams): string | null | undefined {
  if (session.customer !== null || session.customer_email !== null) return session.customer_email
  const typed = (form.get('email') ?? '').trim()
  return /^[^\s@]+@[^\s@]+$/.test(typed) ? typed : undefined
}

function asksCard(account: Account, session: CheckoutSession): boolean {
  return session.payment_method_collection !== 'if_required' || summary(account, session).dueNow > 0
}

function show(account: Account, session: CheckoutSession, error?: string, codeError?: string): Page {
  const { basket, dueNow, lines } = summary(account, session)
  const known = session.customer === null ? null : account.get('customers', session.customer)
  const email = known?.email ?? session.customer_email
  const currency = session.currency ?? 'usd'
  const label =
    basket.trialDays === null ? (dueNow > 0 ? `Pay ${money(dueNow, currency)}` : 'Subscribe') : 'Start trial'
  const title = `Subscribe to ${lines[0]?.name ?? 'a plan'}`
  return page(
    title,
    html`<div class="split">
<section class="what" aria-label="What you buy">${whatIsBought(account, session, codeError)}</section>
<main><h1>Pay with card</h1>
${error && html`<p class="error" role="alert">${error}</p>`}
<form method="post">
<input type="hidden" name="action" value="pay">
${
  email
    ? html`<p>Email<br><strong>${email}</strong></p>`
    : html`<label>Email<input name="email" type="email" autocomplete="off" required maxlength="512"></label>`
}
${asksCard(account, session) && cardFields(known?.name ?? '')}
<button type="submit">${label}</button>
<p class="soft">${terms(basket.trialDays, currency, summary(account, session).total)}</p>
</form>
${testCards()}
</main></div>`,
  )
}

function terms(trialDays: number | null, currency: string, total: number): string {
  const price = money(total, currency)
  return trialDays === null
    ? `By paying you allow this test account to charge your card ${price} now and at each renewal until you cancel.`
    : `Free for ${trialDays} days. Then ${price} each period until you cancel.`
}

function whatIsBought(account: Account, session: CheckoutSession, codeError: string | undefined): Html {
  const { basket, lines, subtotal, off, coupons, total, dueNow } = summary(account, session)
  const currency = session.currency ?? 'usd'
  const [first] = lines
  const every = first?.price.recurring?.interval ?? 'month'
  return html`${session.cancel_url && html`<a class="back" href="${session.cancel_url}">← Back</a>`}
<div><p class="soft">${basket.trialDays === null ? `Subscribe to ${first?.name ?? ''}` : `Try ${first?.name ?? ''}`}</p>
<p class="price">${basket.trialDays === null ? money(total, currency) : `${basket.trialDays} days free`}</p>
<p class="soft">${basket.trialDays === null ? `per ${every}` : `then ${money(total, currency)} per ${every}`}</p></div>
<dl class="rows">
${lines.map(
  ({ name, quantity, amount, price }) =>
    html`<div><dt>${name}<br><span class="soft">${
      quantity === 1 ? '' : `${quantity} × ${money(price.unit_amount, currency)}, `
    }billed every ${every}</span></dt><dd>${money(amount, currency)}</dd></div>`,
)}
<div class="sum"><dt>Subtotal</dt><dd>${money(subtotal, currency)}</dd></div>
${off > 0 && html`<div><dt>${coupons.map(({ name, id }) => html`${name ?? id} `)}</dt><dd>−${money(off, currency)}</dd></div>`}
<div class="sum"><dt>Total due today</dt><dd>${money(dueNow, currency)}</dd></div>
</dl>
${
  session.allow_promotion_codes &&
  basket.discounts.length === 0 &&
  basket.begun === null &&
  html`<form method="post"><input type="hidden" name="action" value="code">
<div class="inline"><label>Promotion code<input name="code" autocomplete="off" maxlength="100" required></label>
<button class="plain" type="submit">Apply</button></div>
${codeError && html`<p class="error" role="alert">${codeError}</p>`}</form>`
}`
}

function threeDSecure(account: Account, session: CheckoutSession): Page {
  const { dueNow } = summary(account, session)
  return page(
    '3-D Secure',
    html`<main class="single"><div class="box">
<h1>Confirm that this card is yours</h1>
<p>Your test bank asks you to confirm ${
      dueNow > 0
        ? html`a payment of <strong>${money(dueNow, session.currency ?? 'usd')}</strong>`
        : 'that this card may be kept for later payments'
    }. A real bank would ask by telephone or app.</p>
<form method="post" class="bar">
<button name="action" value="prove">Complete authentication</button>
<button class="bad" name="action" value="fail">Fail authentication</button>
</form></div></main>`,
  )
}
