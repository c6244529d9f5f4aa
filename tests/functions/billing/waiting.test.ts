// What waits for the end of the period: taken back by another change as a whole, or not at all.
import { describe, expect, it } from 'vitest'
import { billing, day } from '../support/billing.ts'
import type { Workspace } from '../support/people.ts'

const {
  double,
  sdk,
  freeWorkspace,
  ask,
  put,
  totals,
  ofAccount,
  giveCard,
  account,
  buy,
  pass,
  check,
  withoutPrice,
} = billing()

const cancel = (workspace: Workspace) =>
  ask(workspace, '/cancel', { json: { reason: 'expensive', details: 'Too dear.' } })

/** Cuts the connection at the first request of this kind, and at those by which the SDK tries it again. */
function cut(path: RegExp, when: 'before' | 'after', times = 9): void {
  for (let time = 0; time < times; time++)
    double().cut((request) => request.method === 'POST' && path.test(request.path), when)
}

describe('an upgrade that the card declines', () => {
  it('leaves the cancellation that waits', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await cancel(workspace)
    await giveCard(workspace, 'pm_card_chargeCustomerFail')
    expect((await put(workspace, '/upgrade', { product_id: 3 })).status).toBe(402)
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({
      pending: { kind: 'cancel' },
      product: { name: 'basic' },
    })
  })

  it('leaves the lower plan that waits', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await put(workspace, '/downgrade', { product_id: 2 })
    await giveCard(workspace, 'pm_card_chargeCustomerFail')
    expect((await put(workspace, '/upgrade', { product_id: 5 })).status).toBe(402)
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ pending: { kind: 'downgrade', product_id: 2 } })
  })
})

describe('an upgrade that is paid', () => {
  it('takes back what waited, also what the portal cancelled', async () => {
    for (const end of ['cancel', 'portal', 'downgrade']) {
      const workspace = await freeWorkspace()
      await buy(workspace, 'startup', 1)
      const [ids] = await ofAccount(workspace)
      if (end === 'cancel') await cancel(workspace)
      if (end === 'portal')
        await sdk().subscriptions.update(ids?.subscription ?? '', { cancel_at: ids?.ends ?? 0 })
      if (end === 'downgrade') await put(workspace, '/downgrade', { product_id: 2 })
      await double().webhooks.settled()
      expect([end, (await account(workspace)).pending]).not.toEqual([end, null])
      const upgraded = await put(workspace, '/upgrade', { product_id: 5 })
      expect([end, upgraded.json()]).toMatchObject([end, { pending: null, product: { name: 'pro_team' } }])
    }
  })

  it('and is cut off then, takes it back when Stripe tells of it', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await put(workspace, '/downgrade', { product_id: 2 })
    cut(/\/release$/, 'before')
    // Who is told by Stripe meanwhile may have done it already.
    expect([200, 503]).toContain((await put(workspace, '/upgrade', { product_id: 5 })).status)
    double().uncut()
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ pending: null, product: { name: 'pro_team' } })
    expect(await totals(workspace)).toHaveLength(2)
    await put(workspace, '/downgrade', { product_id: 2 })
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ pending: { kind: 'downgrade', product_id: 2 } })
  })
})

describe('a lower plan for one that was cancelled', () => {
  it('takes the cancellation back', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await cancel(workspace)
    const lower = await put(workspace, '/downgrade', { product_id: 2 })
    expect(lower.json()).toMatchObject({ pending: { kind: 'downgrade', product_id: 2 } })
  })

  it('that Stripe refuses leaves it cancelled', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await cancel(workspace)
    const lower = () => put(workspace, '/downgrade', { product_id: 2 })
    expect((await withoutPrice('basic', lower)).status).toBe(409)
    await double().webhooks.settled()
    expect(await account(workspace)).toMatchObject({ pending: { kind: 'cancel' } })
  })

  it('that is cut off is cancelled again by the nightly check, and by the next change', async () => {
    for (const next of ['check', 'interval']) {
      const workspace = await freeWorkspace()
      await buy(workspace, 'startup', 1)
      await cancel(workspace)
      cut(/^\/v1\/subscription_schedules\/\w+$/, 'before')
      expect((await put(workspace, '/downgrade', { product_id: 2 })).status).toBe(503)
      double().uncut()
      if (next === 'check') await check(workspace)
      else await put(workspace, '/interval', { interval: 12 })
      await double().webhooks.settled()
      expect([next, (await account(workspace)).pending]).toMatchObject([next, { kind: 'cancel' }])
    }
  })
})

describe('a cancellation that is cut off', () => {
  it('is made by the nightly check, where the lower plan that waited is gone', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await put(workspace, '/downgrade', { product_id: 2 })
    cut(/^\/v1\/subscriptions\/\w+$/, 'before')
    expect((await cancel(workspace)).status).toBe(503)
    double().uncut()
    await check(workspace)
    expect(await account(workspace)).toMatchObject({ pending: { kind: 'cancel' } })
  })
})

describe('more seats', () => {
  it('leave the lower plan that waits, wherever Stripe is cut off', async () => {
    for (const when of ['before', 'after'] as const) {
      const workspace = await freeWorkspace()
      await buy(workspace, 'startup', 1)
      await put(workspace, '/downgrade', { product_id: 2 })
      cut(/^\/v1\/subscription/, when)
      expect((await put(workspace, '/seats', { paid: 1 })).status).toBe(503)
      double().uncut()
      await double().webhooks.settled()
      expect([when, (await account(workspace)).pending]).toMatchObject([
        when,
        { kind: 'downgrade', product_id: 2 },
      ])
      expect((await put(workspace, '/seats', { paid: 1 })).json()).toMatchObject({
        paid_members: 1,
        pending: { kind: 'downgrade' },
      })
      expect(await totals(workspace)).toHaveLength(2)
      await pass(32 * day)
      expect(await account(workspace)).toMatchObject({ product: { name: 'basic' } })
    }
  })
})
