// /i/{invoice}: what it is for, whether it is paid, and a card to pay it with; /i/{invoice}/pdf is the file.
import { keepCard, refusedAtEntry } from '../billing/cards.ts'
import { collect, unpaid } from '../billing/collect.ts'
import { money } from '../money/draft.ts'
import { attach } from '../resources/payment-methods.ts'
import type { Account } from '../state/account.ts'
import type { Invoice } from '../state/model.ts'
import { cardFields, cardOf, testCards } from './forms.ts'
import { html } from './html.ts'
import { message, type Page, page, redirect } from './layout.ts'
import { invoicePdf } from './pdf.ts'

const NOT_FOUND = () => message('Page not found', 'There is no such invoice.', 404)

/** The page of a finalised invoice. */
export function invoicePage(account: Account, id: string, form: URLSearchParams | undefined): Page {
  const invoice = account.find('invoices', id)
  if (!invoice || invoice.hosted_invoice_url === null) return NOT_FOUND()
  if (!form || invoice.status !== 'open') return show(invoice)
  return pay(account, invoice, form)
}

/** The file of a finalised invoice. */
export function invoiceFile(account: Account, id: string): Page {
  const invoice = account.find('invoices', id)
  if (!invoice || invoice.hosted_invoice_url === null) return NOT_FOUND()
  return {
    status: 200,
    body: invoicePdf(invoice),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`,
    },
  }
}

function pay(account: Account, invoice: Invoice, form: URLSearchParams): Page {
  const customer = account.get('customers', invoice.customer)
  const action = form.get('action')
  const kept = form.get('method') ?? ''
  if (action === 'fail') return show(invoice, 'We are unable to authenticate your payment method.')
  let method = action === 'prove' ? account.find('paymentMethods', kept) : undefined
  if (method && method.customer !== customer.id) return show(invoice, 'Enter your card again.')
  if (!method) {
    const now = account.nowFor(customer.id)
    const card = cardOf(form, customer.email)
    const refused = refusedAtEntry(card, now)
    if (refused) return show(invoice, refused.message)
    method = keepCard(account, card, now)
    attach(account, method, customer)
  }
  const outcome = collect(account, invoice, {
    method: method.id,
    authenticated: action === 'prove',
    automatic: false,
  })
  if (outcome.kind === 'paid') return redirect(`/i/${invoice.id}`)
  if (outcome.kind === 'declined') return show(invoice, unpaid(outcome).message)
  return page(
    '3-D Secure',
    html`<main class="single"><div class="box"><h1>Confirm that this card is yours</h1>
<p>Your test bank asks you to confirm a payment of <strong>${money(invoice.amount_remaining, invoice.currency)}</strong>.</p>
<form method="post" class="bar"><input type="hidden" name="method" value="${method.id}">
<button name="action" value="prove">Complete authentication</button>
<button class="bad" name="action" value="fail">Fail authentication</button></form></div></main>`,
  )
}

const STATES: Record<string, string> = {
  open: 'Open',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Uncollectible',
}

function show(invoice: Invoice, error?: string): Page {
  const sum = (cents: number) => money(cents, invoice.currency)
  const off = (invoice.total_discount_amounts ?? []).reduce((total, { amount }) => total + amount, 0)
  const tax = invoice.total_taxes
    .filter(({ tax_behavior: behavior }) => behavior === 'exclusive')
    .reduce((total, { amount }) => total + amount, 0)
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance
  return page(
    `Invoice ${invoice.number ?? ''}`,
    html`<div class="split"><section class="what" aria-label="Invoice">
<div><p class="soft">Invoice ${invoice.number ?? ''}</p>
<p class="price">${sum(invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_remaining)}</p>
<p><span class="badge">${STATES[invoice.status ?? ''] ?? 'Draft'}</span> <span class="soft">${day(invoice.created)}</span></p></div>
<dl class="rows">${invoice.lines.data.map(
      (line) =>
        html`<div><dt>${line.description ?? ''}<br><span class="soft">${day(line.period.start)} to ${day(line.period.end)}</span></dt><dd>${sum(line.amount)}</dd></div>`,
    )}
<div class="sum"><dt>Subtotal</dt><dd>${sum(invoice.subtotal)}</dd></div>
${off > 0 && html`<div><dt>Discount</dt><dd>${sum(-off)}</dd></div>`}
${tax !== 0 && html`<div><dt>Tax</dt><dd>${sum(tax)}</dd></div>`}
<div class="sum"><dt>Total</dt><dd>${sum(invoice.total)}</dd></div>
${used !== 0 && html`<div><dt>${used > 0 ? 'From your balance' : 'To your balance'}</dt><dd>${sum(-used)}</dd></div>`}
<div class="sum"><dt>Amount due</dt><dd>${sum(invoice.amount_due)}</dd></div></dl>
<p><a class="button plain" href="/i/${invoice.id}/pdf">Download invoice</a></p></section>
<main>${
      invoice.status === 'open' && invoice.amount_remaining > 0
        ? html`<h1>Pay this invoice</h1>${error && html`<p class="error" role="alert">${error}</p>`}
<form method="post"><input type="hidden" name="action" value="pay">${cardFields(invoice.customer_name ?? '')}
<button type="submit">Pay ${sum(invoice.amount_remaining)}</button></form>${testCards()}`
        : html`<h1>${invoice.status === 'paid' ? 'Invoice paid' : 'Nothing to pay'}</h1><p class="soft">${
            invoice.status === 'paid' ? 'Thank you. No money moved.' : 'This invoice can no longer be paid.'
          }</p>`
    }</main></div>`,
  )
}

function day(moment: number): string {
  return new Date(moment * 1_000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
}
