// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/billing" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../shared/config/config.ts'
import { billingAccount, paidAccount, products } from '../../shared/testing/billing.ts'
import { place } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
} from '../../shared/testing/server.ts'
import { answersFor, call, openBilling, watchLeaving } from './testing.tsx'

const invoice = {
  number: 'ACME-0002',
  status: 'open',
  total: 44_700,
  amount_paid: 0,
  amount_refunded: 0,
  amount_credited: 0,
  currency: 'usd',
  period_start: '2027-02-03T12:00:00Z',
  period_end: '2027-03-03T12:00:00Z',
  hosted_invoice_url: 'https://pay.test/i/2',
  invoice_pdf: 'https://pay.test/i/2/pdf',
  created_at: '2027-02-03T12:00:00Z',
}

let answers: Answers
let received: ReceivedRequest[]
const serve = (given: Answers) => {
  answers = given
  received = fakeServer(answers)
}
const bodyOf = (method: string, path = '') =>
  received.findLast((one) => `${one.method} ${one.path}` === call(method, path))?.body

afterEach(() => vi.unstubAllGlobals())

describe('seats', () => {
  const price = { included: 15, paid: 2, used: 17, add: 0, least: 2 }

  it('are bought ahead at the price that was shown', async () => {
    serve({
      ...answersFor(paidAccount()),
      [call('GET', '/seats')]: { ...price, extra: 3, amount_now: 5_100, credit: 0, amount_next: 7_200 },
      [call('PUT', '/seats')]: paidAccount({ members: { used: 17, included: 15, paid: 5, pending: 0 } }),
    })
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Change seats' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change seats' }))
    await user.clear(dialog.getByLabelText('Seats'))
    await user.type(dialog.getByLabelText('Seats'), '20')
    await dialog.findByText('$51.00')
    dialog.getByText('$72.00')
    await user.click(dialog.getByRole('button', { name: 'Add 3 seats' }))
    await screen.findByText('Your plan has 20 seats now.')
    expect(bodyOf('PUT', '/seats')).toEqual({ paid: 5 })
  })

  it('are given back for a credit, but not those that members have', async () => {
    const members = { used: 15, included: 15, paid: 2, pending: 1 }
    serve({
      ...answersFor(paidAccount({ members })),
      [call('GET', '/seats')]: { ...price, extra: -1, amount_now: 0, credit: 1_700, amount_next: -2_400 },
      [call('PUT', '/seats')]: paidAccount({ members: { ...members, paid: 1 } }),
    })
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Change seats' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change seats' }))
    dialog.getByText(/^15 members use a seat each\. Open invitations wait for 1 seat more\.$/)
    const field = dialog.getByLabelText('Seats')
    await user.clear(field)
    await user.type(field, '14')
    await dialog.findByText('Pro Team includes 15 seats.', { selector: '.Mui-error' })
    await user.clear(field)
    await user.type(field, '16')
    await dialog.findByText('-$17.00')
    dialog.getByText('-$24.00')
    await user.click(dialog.getByRole('button', { name: 'Give back 1 seat' }))
    await screen.findByText('Your plan has 16 seats now.')
    expect(bodyOf('PUT', '/seats')).toEqual({ paid: 1 })
  })

  it('that came into use meanwhile are refused at the field', async () => {
    const why = '17 members have a seat by now.'
    const errors = [{ field: 'paid', message: why }]
    serve({
      ...answersFor(paidAccount({ members: { used: 15, included: 15, paid: 2, pending: 0 } })),
      [call('GET', '/seats')]: { ...price, extra: -1, amount_now: 0, credit: 1_700, amount_next: -2_400 },
      [call('PUT', '/seats')]: () => problem(409, 'CONFLICT', why, { errors }),
    })
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Change seats' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change seats' }))
    await user.clear(dialog.getByLabelText('Seats'))
    await user.type(dialog.getByLabelText('Seats'), '16')
    await dialog.findByText('-$17.00')
    await user.click(dialog.getByRole('button', { name: 'Give back 1 seat' }))
    await dialog.findByRole('textbox', { name: 'Seats', description: why })
    expect(dialog.queryByRole('alert')).toBeNull()
  })
})

describe('a plan that is paid for', () => {
  beforeEach(() => serve(answersFor(paidAccount())))

  it('is told line by line, with the next invoice and its projection', async () => {
    const { user } = openBilling()
    await screen.findByText('Loading...')
    const plan = within(await screen.findByRole('region', { name: 'Your plan' }))
    plan.getByText('Pro Team, billed monthly')
    plan.getByText('2 extra users at $24 each')
    plan.getByText('Each month')
    expect(plan.getAllByRole('definition').map((one) => one.textContent)).toEqual([
      '$399.00',
      '$48.00',
      '$447.00',
    ])
    const next = within(screen.getByRole('region', { name: 'Next invoice' }))
    next.getByText('Renewal on March 3, 2027, as of today.')
    await user.click(next.getByRole('button', { name: 'Details' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Projected invoice of March 3, 2027' }))
    dialog.getByText('2 extra users')
    dialog.getByText('Projected total')
    dialog.getByText('$447.00')
  })

  it('is told at the price it was bought at, with what is taken off', async () => {
    const discounts = [{ name: 'Spring', percent_off: 20, amount_off: null, ends_at: '2027-03-03T12:00:00Z' }]
    serve(answersFor(paidAccount({ price: { flat: 29_900, user: 1_900, discounts } })))
    openBilling()
    const plan = within(await screen.findByRole('region', { name: 'Your plan' }))
    plan.getByText('2 extra users at $19 each')
    plan.getByText('$337.00')
    plan.getByText('Spring takes 20% off each invoice until March 3, 2027.')
  })

  it('leads to the bank where a change waits for its owner, and says until when', async () => {
    const waits = { url: 'https://pay.test/i/3', amount: 2_350, until: '2027-02-04T12:00:00Z' }
    serve(answersFor(paidAccount({ unconfirmed: { ...waits, product_id: 5, paid_members: 4 } })))
    openBilling()
    await screen.findByText('Your bank asks you to confirm a payment.')
    screen.getByText(/^The users are added once it is confirmed.*by February 4, 2027, nothing changes/)
    const bank = screen.getByRole('link', { name: 'Confirm $23.50' })
    expect(bank.getAttribute('href')).toBe(waits.url)
    expect(bank.getAttribute('rel')).toContain('noreferrer')
  })

  it('whose last invoice is due after it ended asks for that, not for a card', async () => {
    const due = {
      status: 'action_required',
      stripe_status: 'canceled',
      invoice_error: 'Your card was declined.',
    } as const
    serve({
      ...answersFor(billingAccount({ ...due, has_payment_customer: true })),
      [call('GET', '/invoices')]: { invoices: [invoice] },
    })
    openBilling()
    await screen.findByText(/Your card was declined\..*its last invoice is still due/)
    expect((await screen.findByRole('link', { name: 'Pay the invoice' })).getAttribute('href')).toBe(
      'https://pay.test/i/2',
    )
  })

  it('shows the card, what is used, and what the plan holds', async () => {
    openBilling()
    await screen.findByText('Visa ending in 4242')
    screen.getByText('Expires 08/2031')
    await screen.findByText('17 of 17')
    screen.getByText('12 of 100')
  })

  it('leads to the provider, and says why not', async () => {
    const left = watchLeaving()
    answers[call('POST', '/portal')] = { redirect_url: 'https://portal.test/p' }
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Manage payment' }))
    await waitFor(() => expect(left).toEqual(['https://portal.test/p']))
    answers[call('POST', '/portal')] = failed
    await user.click(screen.getByRole('button', { name: 'Manage payment' }))
    await screen.findByText('An unknown error occurred.')
    const said = 'This workspace has no payment details yet.'
    answers[call('POST', '/portal')] = () => problem(409, 'CONFLICT', said)
    await user.click(screen.getByRole('button', { name: 'Manage payment' }))
    await screen.findByText(said)
  })

  it('keeps the address of who hears of invoices', async () => {
    answers[call('PUT')] = paidAccount({ stripe_billing_email: 'bills@acme.test' })
    const { user } = openBilling()
    const field = await screen.findByLabelText(/^Billing contact email/)
    const save = within(screen.getByRole('form', { name: 'Billing contact' })).getByRole('button', {
      name: 'Save',
    })
    expect(save).toHaveProperty('disabled', true)
    await user.clear(field)
    await screen.findByText('Billing contact email is required')
    await user.type(field, 'bills@acme.test')
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await screen.findByText('Billing contact updated')
    expect(bodyOf('PUT')).toEqual({ stripe_billing_email: 'bills@acme.test' })
  })

  it('lists invoices with their PDF', async () => {
    answers[call('GET', '/invoices')] = {
      invoices: [invoice],
    }
    openBilling()
    const row = within((await screen.findByText('Feb 3, 2027')).closest('tr') as HTMLElement)
    row.getByText('Open')
    row.getByText('$447.00')
    expect(row.getByRole('link', { name: 'ACME-0002' }).getAttribute('href')).toBe('https://pay.test/i/2')
    expect(row.getByRole('link', { name: 'PDF of ACME-0002' }).getAttribute('href')).toBe(
      'https://pay.test/i/2/pdf',
    )
  })

  it('changes to yearly billing after the commitment was read', async () => {
    answers[call('PUT', '/interval')] = () => json(200, paidAccount())
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Switch to yearly billing' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch to yearly billing?' }))
    dialog.getByText(
      'Yearly billing is a one-year, non-cancellable commitment. It starts at the end of your current period, on March 3, 2027: Pro Team with 2 extra users costs $4,470 a year then, which saves $894.',
    )
    await user.click(dialog.getByRole('button', { name: 'Switch to yearly' }))
    await screen.findByText('Your billing changes to yearly on March 3, 2027.')
    expect(bodyOf('PUT', '/interval')).toEqual({ interval: 12 })
  })

  it('says so when the interval cannot be changed', async () => {
    answers[call('PUT', '/interval')] = () => problem(409, 'CONFLICT', 'Something of the provider')
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Switch to yearly billing' }))
    await user.click(await screen.findByRole('button', { name: 'Switch to yearly' }))
    await screen.findByText('Something went wrong, please try again.')
  })
})

describe('what waits for the end of the period', () => {
  const at = '2027-03-03T12:00:00Z'

  it.each([
    [
      { kind: 'cancel', at, product_id: 1, interval: null } as const,
      'Your subscription is cancelled. Pro Team stays yours until March 3, 2027, then this workspace is on the Free plan.',
      'Keep my subscription',
      call('DELETE', '/cancel'),
      'Your subscription continues.',
    ],
    [
      { kind: 'interval', at, interval: 12, product_id: 5 } as const,
      'Your billing changes to yearly on March 3, 2027.',
      'Cancel change',
      call('PUT', '/interval'),
      'Your billing interval stays as it is.',
    ],
  ])('is told and taken back: %j', async (pending, text, button, path, done) => {
    serve({ ...answersFor(paidAccount({ pending })), [path]: () => json(200, paidAccount()) })
    const { user } = openBilling()
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: 'Switch to yearly billing' })).toBeNull()
    await user.click(screen.getByRole('button', { name: button }))
    await screen.findByText(done)
    const sent = received.findLast((one) => `${one.method} ${one.path}` === path)
    expect(sent?.body).toEqual(pending.kind === 'interval' ? { interval: 1 } : null)
  })

  it('asks before a downgrade is taken back', async () => {
    const pending = { kind: 'downgrade', at, product_id: 3, interval: 1 } as const
    const path = call('DELETE', '/downgrade')
    serve({ ...answersFor(paidAccount({ pending })), [path]: () => json(200, paidAccount()) })
    const { user } = openBilling()
    await screen.findByText('Your plan changes from Pro Team to Startup on March 3, 2027.')
    await user.click(screen.getByRole('button', { name: 'Cancel change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stay on Pro Team?' }))
    expect(received.some((one) => one.method === 'DELETE')).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Stay on Pro Team' }))
    await screen.findByText('Your plan stays as it is.')
  })
})

describe('the state of an account', () => {
  it.each([
    [
      paidAccount({
        status: 'action_required',
        stripe_status: 'past_due',
        invoice_error: 'Your card was declined.',
      }),
      'Your card was declined. Please update your payment method to keep Pro Team.',
    ],
    [
      billingAccount({
        status: 'action_required',
        stripe_status: 'incomplete',
        has_payment_customer: true,
        invoice_error: 'The payment was not made.',
      }),
      'The payment was not made. The plan begins once its first invoice is paid. Nothing is charged if you choose another one instead.',
    ],
    [
      billingAccount({
        status: 'action_required',
        stripe_status: 'paused',
        has_payment_customer: true,
        has_subscription: true,
      }),
      'Please update your payment method to have your plan back.',
    ],
    [
      paidAccount({ stripe_status: 'trialing', trial_end_at: '2027-03-03T12:00:00Z' }),
      'Your trial of Pro Team ends on March 3, 2027. Your card is charged then, unless you cancel before.',
    ],
    [
      paidAccount({ stripe_status: 'trialing', trial_end_at: '2027-03-03T12:00:00Z', payment_method: null }),
      'Your trial of Pro Team ends on March 3, 2027. Add a payment method to keep it.',
    ],
    [paidAccount({ is_test: true }), 'No money moves here: cards are played, and so are invoices.'],
    [paidAccount({ next_invoice_type: 'true-up' }), 'Quarterly true-up on March 3, 2027, as of today.'],
  ])('is told %#', async (account, text) => {
    serve(answersFor(account))
    openBilling()
    await screen.findByText(text)
  })

  it('leads from a payment that failed to its invoice', async () => {
    const account = paidAccount({ status: 'action_required', stripe_status: 'past_due' })
    serve({
      ...answersFor(account),
      [call('GET', '/invoices')]: {
        invoices: [{ ...invoice, status: 'open', hosted_invoice_url: 'https://pay.test/i/3' }],
      },
    })
    openBilling()
    const link = await screen.findByRole('link', { name: 'Pay the invoice' })
    expect(link.getAttribute('href')).toBe('https://pay.test/i/3')
    expect(screen.queryByRole('button', { name: 'Switch to yearly billing' })).toBeNull()
  })

  it('shows what of an invoice was given back', async () => {
    const back = { status: 'paid', amount_paid: 44_700, amount_refunded: 4_700, amount_credited: 6_000 }
    serve({
      ...answersFor(paidAccount()),
      [call('GET', '/invoices')]: { invoices: [{ ...invoice, ...back }] },
    })
    openBilling()
    const row = within((await screen.findByText('Feb 3, 2027')).closest('tr') ?? document.body)
    row.getByText('Partly refunded')
    row.getByText('$47.00 refunded')
    row.getByText('$13.00 credited')
  })

  it('shows what holds for a contract: its quarter, its end, its invoices, and whom to ask', async () => {
    Object.assign(config, { salesContact: 'sales@waymark.test' })
    const contract = { seat_price: 48_000, ends_at: '2028-01-01T12:00:00Z', seats_beyond: 2, amount: 24_000 }
    serve({
      ...answersFor(
        billingAccount({
          managed_by: 'contract',
          contract,
          next_invoice_type: 'true-up',
          next_invoice_at: '2027-04-01T12:00:00Z',
        }),
      ),
    })
    openBilling()
    const next = within(await screen.findByRole('region', { name: 'Next invoice' }))
    next.getByText('$240.00')
    next.getByText('Quarterly true-up on April 1, 2027, as of today.')
    screen.getByText(/billed at \$480 a year each\. Now 2 seats are in use beyond them\./)
    screen.getByText('The contract runs until January 1, 2028.')
    await screen.findByText(/^The invoices of your contract are sent to you/)
    const [ask] = screen.getAllByRole('link', { name: 'contact your account manager' })
    expect(ask?.getAttribute('href')).toBe('mailto:sales@waymark.test')
    screen.getByLabelText(/^Billing contact email/)
    Object.assign(config, { salesContact: undefined })
  })

  it.each([
    [
      'Enterprise',
      { billing_product_id: 4, product: { id: 4, name: 'enterprise', label: 'Enterprise', priority: 5 } },
    ],
    ['a contract', { managed_by: 'contract' as const }],
  ])('offers no change of plan for %s', async (_name, more) => {
    serve(answersFor(paidAccount({ ...more, has_subscription: false })))
    openBilling('/admin/billing/plans')
    await screen.findByText(/Please contact your account manager to change it/)
    expect(place.current).toBe('/admin/billing')
    expect(screen.queryByRole('link', { name: 'Change Plan' })).toBeNull()
  })
})

describe('a workspace that never bought anything', () => {
  beforeEach(() => serve(answersFor(billingAccount())))

  it('chooses its plan here, also by the address of the plans, where nothing of sign-up stays', async () => {
    openBilling('/admin/billing/plans?plan=startup&email=a%40b.test&slug=acme')
    await screen.findByRole('heading', { name: 'Choose a plan' })
    await waitFor(() => expect(place.current).toBe('/admin/billing?plan=startup'))
    const card = within(screen.getByRole('region', { name: 'Pro Team' }))
    card.getByText('$399')
    card.getByText('15 users included')
    card.getByText('$24 per extra user a month')
    within(screen.getByRole('region', { name: 'Enterprise' })).getByText(
      'Please contact sales to get a quote on pricing.',
    )
  })

  it('tells what a year saves, and starts a trial at the checkout', async () => {
    const left = watchLeaving()
    answers[call('POST', '/checkout')] = { redirect_url: 'https://pay.test/c/1' }
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Yearly' }))
    within(screen.getByRole('region', { name: 'Pro Team' })).getByText('Save $798 a year')
    await user.click(screen.getByRole('button', { name: 'Try 14 days free: Pro Team' }))
    await waitFor(() => expect(left).toEqual(['https://pay.test/c/1']))
    expect(bodyOf('POST', '/checkout')).toEqual({
      mode: 'subscription',
      billing_pricing_plan_id: 512,
      success_url: 'http://acme.waymark.localhost:3000/admin/billing/success/{CHECKOUT_SESSION_ID}',
      cancel_url: 'http://acme.waymark.localhost:3000/admin/billing',
      is_trial: true,
    })
  })

  it('is told of a price that is not there, and shows no plan without one', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sold = products.map((one) =>
      one.name === 'startup'
        ? { ...one, pricing_plans: one.pricing_plans.filter((plan) => plan.cycle_interval_months === 1) }
        : one,
    )
    answers['GET /api/v1/billing/products'] = { products: sold }
    const { user } = openBilling()
    await screen.findByRole('region', { name: 'Startup' })
    await user.click(screen.getByRole('button', { name: 'Yearly' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Startup' })).toBeNull())
    screen.getByRole('region', { name: 'Basic' })
    expect(logged).toHaveBeenCalledWith('Product price not found!', 'startup', 12)
    logged.mockRestore()
  })

  it('says when the checkout cannot be opened', async () => {
    answers[call('POST', '/checkout')] = failed
    const { user } = openBilling()
    await user.click(await screen.findByRole('button', { name: 'Buy now: Startup' }))
    await screen.findByText(
      'There was an error processing your subscription. Please visit waymark.localhost:3000 if this continues to happen.',
    )
  })
})

describe('what cannot be read', () => {
  it('is told: the account', async () => {
    serve({ ...answersFor(paidAccount()), [call('GET')]: failed })
    openBilling()
    await screen.findByText(
      'There was an error fetching billing info. Please reach out to support if this continues.',
    )
  })

  it('is told: the plans', async () => {
    serve({ ...answersFor(billingAccount()), 'GET /api/v1/billing/products': failed })
    openBilling()
    await screen.findByText(
      'Plan information failed to load. Sorry about that! Please refresh the page and try again.',
    )
  })
})

describe('an installation of one company', () => {
  afterEach(() => {
    config.mode = 'multi_tenant'
  })

  it('has no page of billing', async () => {
    config.mode = 'single_tenant'
    serve(answersFor(paidAccount()))
    openBilling()
    await waitFor(() => expect(place.current).toBe('/'))
  })
})
