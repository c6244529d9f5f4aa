// Leaving in other ways than by the end of a period that was paid: with a bill, or by a hand at Stripe.
import { describe, expect, it } from 'vitest'
import { billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { sql, type Workspace } from '../support/people.ts'

const {
  stack,
  double,
  sdk,
  freeWorkspace,
  ask,
  ofAccount,
  giveCard,
  account,
  buy,
  pass,
  checkout,
  activity,
} = billing()

const isLocked = async ({ slug }: Workspace) =>
  (await sql<{ locked: boolean }>(stack, 'select locked from public.workspaces where slug = $1', [slug]))[0]
    ?.locked

describe('a plan that is cancelled while a payment is due', () => {
  it('leaves the lock and the bill, and sells nothing until that is paid', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    const [{ customer, subscription } = { customer: '', subscription: '' }] = await ofAccount(workspace)
    await giveCard(workspace, 'pm_card_chargeCustomerFail')
    await pass(31 * day + 7_200)
    await pass(15 * day)
    expect(await isLocked(workspace)).toBe(true)
    await sdk().subscriptions.cancel(subscription)
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({
      product: { name: 'free' },
      status: 'action_required',
      lock_reason: 'failed_payment',
    })
    expect(await isLocked(workspace)).toBe(true)
    expect(refusalIn(await checkout(workspace, 'basic', 1)).detail).toContain('A payment is due')
    const good = await sdk().paymentMethods.attach('pm_card_visa', { customer })
    const [open] = (await sdk().invoices.list({ customer, status: 'open' })).data
    await sdk().invoices.pay(open?.id ?? '', { payment_method: good.id })
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ status: 'active', lock_reason: null })
    expect(await isLocked(workspace)).toBe(false)
    expect((await buy(workspace, 'basic', 1)).account).toMatchObject({ product: { name: 'basic' } })
  })
})

describe('a customer that is deleted at Stripe', () => {
  it('leaves the Free plan, and the workspace can buy again as another', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    const [was] = await ofAccount(workspace)
    await sdk().customers.del(was?.customer ?? '')
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({
      product: { name: 'free' },
      stripe_status: 'canceled',
      status: 'active',
    })
    expect((await ask(workspace, '/portal', { json: { return_url: stack.waymarkUrl } })).status).toBeLessThan(
      500,
    )
    const { account: back } = await buy(workspace, 'basic', 1)
    expect(back).toMatchObject({ product: { name: 'basic' }, trial_available: false })
    const [now] = await ofAccount(workspace)
    expect(now?.customer).not.toBe(was?.customer)
    expect(await activity(workspace)).toContain('billing.customer.gone')
  })

  it('closes a checkout that was open', async () => {
    const workspace = await freeWorkspace()
    expect((await checkout(workspace, 'basic', 1)).status).toBe(200)
    const [was] = await ofAccount(workspace)
    await sdk().customers.del(was?.customer ?? '')
    await double().webhooks.settled()
    expect((await buy(workspace, 'basic', 1)).account).toMatchObject({ product: { name: 'basic' } })
  })
})
