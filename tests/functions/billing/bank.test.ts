// Cards whose bank asks their owner first: the change waits for that, and is made, or given up.
import { describe, expect, it } from 'vitest'
import { billing, day } from '../support/billing.ts'
import type { Workspace } from '../support/people.ts'

const { double, sdk, freeWorkspace, ask, put, totals, ofAccount, giveCard, account, buy, pass } = billing()

const asking = 'pm_card_authenticationRequired'

/** Confirms the payment on the page that the account names, as its owner. */
async function confirm(workspace: Workspace): Promise<void> {
  const url = (await account(workspace)).unconfirmed?.url ?? ''
  const submit = (fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const card = { number: '4000002760003184', expiry: '12/40', cvc: '123', name: 'Ada' }
  const bank = await (await submit({ action: 'pay', ...card })).text()
  const [, method = ''] = /name="method" value="(\w+)"/.exec(bank) ?? []
  const back = await submit({ action: 'prove', method })
  expect(back.status).toBe(303)
  await double().webhooks.settled()
}

describe('an upgrade that the bank asks about', () => {
  it('is made once it is confirmed, charged once, and takes back what waited then', async () => {
    for (const waits of ['nothing', 'cancel', 'downgrade']) {
      const workspace = await freeWorkspace()
      await buy(workspace, 'startup', 1)
      if (waits === 'cancel') await ask(workspace, '/cancel', { json: { reason: 'expensive', details: 'x' } })
      if (waits === 'downgrade') await put(workspace, '/downgrade', { product_id: 2 })
      const { pending } = await account(workspace)
      await giveCard(workspace, asking)
      const { amount } = (await ask(workspace, '/proration/5')).json<{ amount: number }>()
      const answer = await put(workspace, '/upgrade', { product_id: 5 })
      expect([waits, answer.json()]).toMatchObject([
        waits,
        { product: { name: 'startup' }, status: 'active', pending, unconfirmed: { product_id: 5 } },
      ])
      expect(
        Math.abs((answer.json<{ unconfirmed: { amount: number } }>().unconfirmed.amount ?? 0) - amount),
      ).toBeLessThan(5)
      await confirm(workspace)
      expect([waits, await account(workspace)]).toMatchObject([
        waits,
        { product: { name: 'pro_team' }, pending: null, unconfirmed: null },
      ])
      expect(await totals(workspace)).toHaveLength(2)
    }
  })

  it('is given up after a day where nobody comes back, and can be asked for again', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await ask(workspace, '/cancel', { json: { reason: 'expensive', details: 'x' } })
    await giveCard(workspace, asking)
    for (let time = 0; time < 2; time++)
      expect((await put(workspace, '/upgrade', { product_id: 5 })).json()).toMatchObject({
        unconfirmed: { product_id: 5 },
      })
    await pass(day)
    expect(await account(workspace)).toMatchObject({
      product: { name: 'startup' },
      status: 'active',
      unconfirmed: null,
      pending: { kind: 'cancel' },
    })
    const [ids] = await ofAccount(workspace)
    const open = await sdk().invoices.list({ customer: ids?.customer ?? '', status: 'open' })
    expect(open.data).toEqual([])
  })
})

describe('more seats that the bank asks about', () => {
  it('are there once it is confirmed, and not before', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/interval', { interval: 12 })
    await giveCard(workspace, asking)
    expect((await put(workspace, '/seats', { paid: 2 })).json()).toMatchObject({
      paid_members: 0,
      unconfirmed: { product_id: 2, paid_members: 2 },
    })
    await confirm(workspace)
    expect(await account(workspace)).toMatchObject({
      paid_members: 2,
      unconfirmed: null,
      pending: { kind: 'interval' },
    })
  })
})
