// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/billing/plans" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Flag } from '../../../../supabase/functions/_shared/domain/flags.ts'
import { config } from '../../shared/config/config.ts'
import { billingAccount, paidAccount } from '../../shared/testing/billing.ts'
import { acme, place } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
} from '../../shared/testing/server.ts'
import { estimateOf } from './plans/estimate.ts'
import { answersFor, call, openBilling } from './testing.tsx'

const onStartup = (more = {}) =>
  paidAccount({
    billing_product_id: 3,
    product: { id: 3, name: 'startup', label: 'Startup', priority: 3 },
    included_members: 8,
    ...more,
  })

const toPro = {
  amount: 26_400,
  days_remaining: 20,
  lines: [
    { label: 'Unused time on Startup', amount: -8_600 },
    { label: 'Remaining time on Pro Team', amount: 35_000 },
  ],
  total: 26_400,
  proration_date: 1_800_000_000,
  loses: [],
}

let answers: Answers
let received: ReceivedRequest[]
const serve = (given: Answers) => {
  answers = given
  received = fakeServer(answers)
}
const sent = (method: string, path: string) =>
  received.filter((one) => `${one.method} ${one.path}` === call(method, path))

async function openDialog(button: string) {
  const { user } = openBilling('/admin/billing/plans')
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  delete config.flags
})

describe('an upgrade', () => {
  const withCode = (code: string, answer: () => Response) => {
    answers[call('GET', '/proration/5')] = ({ path }: ReceivedRequest) =>
      path.endsWith(`?promotion_code=${code}`) ? answer() : json(200, toPro)
  }
  beforeEach(() =>
    serve({
      ...answersFor(onStartup()),
      [call('GET', '/proration/5')]: toPro,
    }),
  )

  it('shows what is due today, and goes to the overview with it', async () => {
    answers[call('PUT', '/upgrade')] = () => json(200, paidAccount())
    const { user, dialog } = await openDialog('Upgrade: Pro Team')
    await dialog.findByText('Unused time on Startup')
    dialog.getByText('-$86.00')
    dialog.getByText('$264.00')
    dialog.getByText('20 days are left of the current period.')
    await user.click(dialog.getByRole('button', { name: 'Confirm upgrade' }))
    await screen.findByText('Your plan was changed to Pro Team.')
    expect(sent('PUT', '/upgrade')[0]?.body).toEqual({ product_id: 5, proration_date: 1_800_000_000 })
    await waitFor(() => expect(place.current).toBe('/admin/billing'))
  })

  it('shows what the server says it costs with a promo code, and sends its moment along', async () => {
    answers[call('PUT', '/upgrade')] = () => json(200, paidAccount())
    withCode('SPRING', () =>
      json(200, {
        ...toPro,
        amount: 19_415,
        lines: [...toPro.lines, { label: 'Discounts', amount: -6_985 }],
        total: 19_415,
        proration_date: 1_800_000_009,
      }),
    )
    const { user, dialog } = await openDialog('Upgrade: Pro Team')
    await dialog.findByText('$264.00')
    await user.type(dialog.getByLabelText('Promo code'), 'SPRING')
    await dialog.findByText('Coupon successfully applied')
    dialog.getByText('-$69.85')
    dialog.getByText('$194.15')
    await user.click(dialog.getByRole('button', { name: 'Confirm upgrade' }))
    await screen.findByText('Your plan was changed to Pro Team.')
    expect(sent('PUT', '/upgrade')[0]?.body).toEqual({
      product_id: 5,
      promotion_code: 'SPRING',
      proration_date: 1_800_000_009,
    })
  })

  it('says why a code cannot be redeemed, before anything is confirmed', async () => {
    withCode('FIRST', () => problem(409, 'CONFLICT', 'This code is for a first purchase.'))
    const { user, dialog } = await openDialog('Upgrade: Pro Team')
    await dialog.findByText('$264.00')
    await user.type(dialog.getByLabelText('Promo code'), 'FIRST')
    await dialog.findByText('This code is for a first purchase.')
    dialog.getByText('$264.00')
    expect(dialog.getByRole('button', { name: 'Confirm upgrade' })).toHaveProperty('disabled', true)
  })

  it('does not go on with a code that nobody knows, or that is too long', async () => {
    withCode('NOPE', () => problem(404, 'NOT_FOUND', 'whatever'))
    const { user, dialog } = await openDialog('Upgrade: Pro Team')
    await dialog.findByText('$264.00')
    const confirm = dialog.getByRole('button', { name: 'Confirm upgrade' })
    await user.type(dialog.getByLabelText('Promo code'), 'NOPE')
    await dialog.findByText('Coupon code not found')
    expect(confirm).toHaveProperty('disabled', true)
    await user.clear(dialog.getByLabelText('Promo code'))
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
    await user.click(dialog.getByLabelText('Promo code'))
    await user.paste('X'.repeat(31))
    await dialog.findByText('Must be no more than 30 characters')
    expect(confirm).toHaveProperty('disabled', true)
  })

  it('shows the words of a code that cannot be redeemed, and a toast for the rest', async () => {
    answers[call('PUT', '/upgrade')] = () => problem(409, 'CONFLICT', 'This code is for new customers only.')
    const { user, dialog } = await openDialog('Upgrade: Pro Team')
    await dialog.findByText('$264.00')
    await user.click(dialog.getByRole('button', { name: 'Confirm upgrade' }))
    await dialog.findByText('This code is for new customers only.')
    answers[call('PUT', '/upgrade')] = failed
    await user.click(dialog.getByRole('button', { name: 'Confirm upgrade' }))
    await screen.findByText(/^There was an error processing your subscription\. Please visit/)
  })

  it('says when its price is not to be had', async () => {
    answers[call('GET', '/proration/5')] = failed
    const { dialog } = await openDialog('Upgrade: Pro Team')
    await dialog.findByText(
      'There was a problem fetching the billing info, please reach out to support if this continues to occur.',
    )
    expect(dialog.getByRole('button', { name: 'Confirm upgrade' })).toHaveProperty('disabled', true)
  })

  it('takes another interval along', async () => {
    answers[call('PUT', '/upgrade')] = () => json(200, paidAccount())
    const { user } = openBilling('/admin/billing/plans')
    await user.click(await screen.findByRole('button', { name: 'Yearly' }))
    await user.click(screen.getByRole('button', { name: 'Upgrade: Pro Team' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm upgrade' }))
    await waitFor(() =>
      expect(sent('PUT', '/upgrade')[0]?.body).toMatchObject({ product_id: 5, interval: 12 }),
    )
    expect(received.some(({ path }) => path.endsWith('/proration/5?interval=12'))).toBe(true)
  })
})

describe('a downgrade', () => {
  it('says what will stop working before it is confirmed', async () => {
    serve(answersFor(paidAccount()))
    const loses = [
      { feature: 'projects', type: 'limit', used: 12, max: 10, goes_on: false },
      { feature: 'teams', type: 'limit', used: 2, max: 0, goes_on: true },
      { feature: 'guests', type: 'limit', used: 1, max: 10, goes_on: false },
      { feature: 'activity_logs', type: 'toggle', used: null, max: null, goes_on: false },
    ]
    answers[call('GET', '/proration/3')] = { ...toPro, loses }
    answers[call('PUT', '/downgrade')] = () => json(200, paidAccount())
    const { user, dialog } = await openDialog('Downgrade: Startup')
    await dialog.findByText('This will stop working')
    dialog.getByText(
      'Projects: you use 12, and Startup has 10. The oldest stay; the others become read-only.',
    )
    dialog.getByText('What you have of Teams stays as it is, and nothing more of it can be added.')
    dialog.getByText('Startup does without Guests beyond 10 and Activity logs.')
    await user.click(dialog.getByRole('button', { name: 'Downgrade to Startup' }))
    await screen.findByText('Your plan changes to Startup on March 3, 2027.')
    expect(sent('PUT', '/downgrade')[0]?.body).toEqual({ product_id: 3 })
    await waitFor(() => expect(place.current).toBe('/admin/billing'))
  })
})

describe('the way out', () => {
  async function leave() {
    const { user } = openBilling('/admin/billing/plans')
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
    return user
  }
  beforeEach(() =>
    serve({
      ...answersFor(paidAccount()),
      [call('GET', '/proration/1')]: { ...toPro, loses: [] },
      [call('POST', '/cancel')]: () => json(200, paidAccount()),
    }),
  )

  it('asks why, with a question for each reason, and needs an answer', async () => {
    const user = await leave()
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Cancel subscription' })
    await user.click(dialog.getByLabelText('We chose another product'))
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText('Which product, and what made you choose it?'), 'A wiki.')
    await user.click(confirm)
    await screen.findByText('Subscription scheduled to cancel at the end of your current billing period.')
    expect(sent('POST', '/cancel')[0]?.body).toEqual({ reason: 'competitor', details: 'A wiki.' })
    await waitFor(() => expect(place.current).toBe('/admin/billing'))
  })

  it('says when it failed', async () => {
    answers[call('POST', '/cancel')] = failed
    const user = await leave()
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByLabelText('It is too expensive'))
    await user.type(dialog.getByLabelText('What price would be right for you?'), 'Less')
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
    await dialog.findByText(
      'There was an error cancelling your subscription. Please visit waymark.localhost:3000 if this continues to happen.',
    )
  })

  it.each(['retained', 'aborted'] as const)('ends where the retention tool says %s', async (status) => {
    config.flags = ['profitwell_cancellation_flow']
    const profitwell = vi.fn(async () => ({ status }))
    vi.stubGlobal('profitwell', profitwell)
    const user = await leave()
    await waitFor(() =>
      expect(profitwell).toHaveBeenCalledWith('init_cancellation_flow', { workspace_id: 7 }),
    )
    await user.tab()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('needs no more details where the tool has asked', async () => {
    config.flags = ['profitwell_cancellation_flow']
    vi.stubGlobal('profitwell', async () => ({ status: 'chose_to_cancel', reason: 'expensive' }))
    const user = await leave()
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
    await waitFor(() =>
      expect(sent('POST', '/cancel')[0]?.body).toEqual({ reason: 'expensive', details: '' }),
    )
  })

  it.each(['error', 'chose_to_cancel'])(
    'is filled in with what the tool has heard before it says %s',
    async (status) => {
      config.flags = ['profitwell_cancellation_flow']
      vi.stubGlobal('profitwell', async () => ({ status, reason: 'expensive', details: 'Half of it.' }))
      const user = await leave()
      const dialog = within(await screen.findByRole('dialog'))
      await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
      await waitFor(() =>
        expect(sent('POST', '/cancel')[0]?.body).toEqual({ reason: 'expensive', details: 'Half of it.' }),
      )
    },
  )

  it.each<[string, Flag[], Partial<Record<Flag, boolean>>]>([
    ['the installation has it off', [], {}],
    ['the workspace has it off', ['profitwell_cancellation_flow'], { profitwell_cancellation_flow: false }],
  ])('asks no tool where %s', async (_where, ofInstallation, flags) => {
    config.flags = ofInstallation
    answers['POST /rest/v1/rpc/workspace_by_slug'] = { ...acme, flags }
    const profitwell = vi.fn(async () => ({ status: 'retained' }))
    vi.stubGlobal('profitwell', profitwell)
    await leave()
    await screen.findByRole('dialog', { name: 'Cancel your subscription?' })
    expect(profitwell).not.toHaveBeenCalled()
  })

  it.each([
    ['fails', async () => ({ status: 'error' })],
    ['throws', () => Promise.reject(new Error('no'))],
  ])('opens where the tool %s', async (_how, profitwell) => {
    config.flags = ['profitwell_cancellation_flow']
    vi.stubGlobal('profitwell', profitwell)
    await leave()
    await screen.findByRole('dialog', { name: 'Cancel your subscription?' })
  })

  it('is not there twice', async () => {
    const pending = { kind: 'cancel', at: '2027-03-03T12:00:00Z', product_id: 1, interval: null } as const
    serve(answersFor(paidAccount({ pending })))
    openBilling('/admin/billing/plans')
    await screen.findByRole('heading', { name: 'Change plan' })
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
  })
})

describe('who comes back to Free', () => {
  it('buys a plan anew, without another trial', async () => {
    serve(
      answersFor(
        billingAccount({ has_payment_customer: true, trial_available: false, stripe_status: 'canceled' }),
      ),
    )
    openBilling('/admin/billing/plans')
    await screen.findByRole('button', { name: 'Choose this plan: Startup' })
    expect(screen.queryByRole('button', { name: /^Try 14 days free/ })).toBeNull()
  })
})

describe('the page after the checkout', () => {
  it('waits until it is confirmed, and goes on by itself', async () => {
    serve(answersFor(billingAccount()))
    let isThere = false
    answers[call('PUT', '/checkout')] = () =>
      isThere ? json(200, paidAccount()) : problem(503, 'SERVICE_UNAVAILABLE', 'Not yet.')
    openBilling('/admin/billing/success/cs_1')
    await screen.findByText('Thank you! Your payment is being confirmed.')
    await waitFor(() => expect(sent('PUT', '/checkout')[0]?.body).toEqual({ session_id: 'cs_1' }))
    isThere = true
    await screen.findByText('Welcome to Pro Team!', undefined, { timeout: 15_000 })
    await waitFor(() => expect(place.current).toBe('/admin/billing'))
  })

  it('says what went wrong, and goes on all the same', async () => {
    serve(answersFor(billingAccount()))
    answers[call('PUT', '/checkout')] = () => problem(409, 'CONFLICT', 'This checkout was not paid.')
    openBilling('/admin/billing/success/cs_1')
    await screen.findByText('This checkout was not paid.')
    await waitFor(() => expect(place.current).toBe('/admin/billing'))
  })
})

describe('sums', () => {
  const account = {
    product: { id: 5, name: 'pro_team', label: 'Pro Team', priority: 4 },
    included_members: null,
  }

  it.each([
    ['free', 1, 0],
    ['free', 2, null],
    ['basic', 3, 4_900],
    ['basic', 4, 6_100],
    ['startup', 10, 15_300],
    ['pro_team', 20, 39_900],
    ['pro_team', 22, 44_700],
    ['enterprise', 26, 99_000],
    ['unknown', 1, null],
  ])('%s for %i comes to %s', (name, members, cents) => {
    expect(estimateOf(name, members, account)).toBe(cents)
  })

  it('takes what the account includes over the rule', () => {
    expect(estimateOf('pro_team', 20, { ...account, included_members: 15 })).toBe(39_900 + 5 * 2_400)
  })
})
