// Seats: what they cost, when they are there, and from whom none is taken.
import { describe, expect, it } from 'vitest'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { type Account, billing, day } from '../support/billing.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, sql, type Workspace } from '../support/people.ts'

const {
  stack,
  double,
  sdk,
  freeWorkspace,
  ask,
  put,
  totals,
  ofAccount,
  account,
  giveCard,
  buy,
  pass,
  planId,
  check,
} = billing()

/** A price of Basic that operators raised. */
async function dearer(kind: 'flat' | 'user', cents: number): Promise<string> {
  const product = await sdk().products.create({ name: `Basic ${kind}` })
  const { id } = await sdk().prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    metadata: { waymark_price: `basic_1_${kind}` },
  })
  return id
}

describe('seats', () => {
  it('are priced, bought, used and given back, but not from under somebody', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    for (const role of ['maker', 'maker']) await aMember(stack, workspace, role)
    const price = (await ask(workspace, '/seats?add=2')).json<{ amount_now: number; amount_next: number }>()
    expect(price).toMatchObject({ included: 3, paid: 0, used: 3, extra: 2, amount_next: 2_400 })
    expect((await put(workspace, '/seats', { paid: 2 })).json<Account>().members).toMatchObject({ paid: 2 })
    await double().webhooks.settled()
    expect((await totals(workspace))[0]).toBe(price.amount_now)
    await aMember(stack, workspace, 'maker')
    expect(refusalIn(await put(workspace, '/seats', { paid: 0 }))).toMatchObject({ status: 409 })
    expect((await put(workspace, '/seats', { paid: 1 })).json<Account>().members).toMatchObject({
      paid: 1,
      used: 4,
    })
    await pass(32 * day)
    expect((await totals(workspace))[0]).toBeLessThan(4_900 + 1_200)
  })

  it('that are being given back stay out of use when another change is refused', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 2 })
    const [ids] = await ofAccount(workspace)
    // As a request does that Stripe has not answered yet.
    await sql(stack, `select public.svc_begin_attempt($1, null, 'seats', '{"paid": 0}')`, [ids?.id])
    await sql(stack, 'select public.svc_lower_seats($1, 0)', [ids?.id])
    expect(refusalIn(await put(workspace, '/seats', { paid: 1 }))).toMatchObject({ status: 409 })
    expect((await ofAccount(workspace))[0]).toMatchObject({ lowered: 0 })
  })

  it('that Stripe does not take back can be used again', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 2 })
    const [{ seat = '' } = {}] = await sql<{ seat: string }>(
      stack,
      'select stripe_seat_price_id as seat from public.billing_pricing_plans where id = $1',
      [await planId('basic', 1)],
    )
    await sdk().prices.update(seat, { active: false })
    const refused = await put(workspace, '/seats', { paid: 1 })
    await sdk().prices.update(seat, { active: true })
    expect(refused.status).toBe(409)
    expect((await ofAccount(workspace))[0]).toMatchObject({ lowered: null })
  })

  it('cost what those there cost, and leave the plan at its price, where the prices were raised', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    for (const role of ['maker', 'maker']) await aMember(stack, workspace, role)
    await put(workspace, '/seats', { paid: 1 })
    const id = await planId('basic', 1)
    const [was] = await sql<{ flat: string; seat: string }>(
      stack,
      'select stripe_price_id as flat, stripe_seat_price_id as seat from public.billing_pricing_plans where id = $1',
      [id],
    )
    const raise = (flat: string, seat: string, cents: number, each: number) =>
      sql(
        stack,
        `update public.billing_pricing_plans set stripe_price_id = $2, stripe_seat_price_id = $3, flat_fee_price = $4, user_fee_price = $5
         where id = $1`,
        [id, flat, seat, cents, each],
      )
    await raise(await dearer('flat', 9_900), await dearer('user', 3_000), 9_900, 3_000)
    try {
      const price = (await ask(workspace, '/seats?add=2')).json<{ amount_now: number; amount_next: number }>()
      expect(price.amount_next).toBe(1_200)
      await put(workspace, '/seats', { paid: 2 })
      await double().webhooks.settled()
      expect((await totals(workspace))[0]).toBe(price.amount_now)
      expect((await account(workspace)).next_invoice_projection?.total).toBe(4_900 + 2_400)
      await put(workspace, '/seats', { paid: 0 })
      await pass(32 * day)
      expect((await account(workspace)).next_invoice_projection?.total).toBe(4_900)
    } finally {
      await raise(was?.flat ?? '', was?.seat ?? '', 4_900, 1_200)
    }
  })

  it('of which one is left go to one of two, however slow Stripe is meanwhile', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await aMember(stack, workspace, 'maker')
    const guests = [await aMember(stack, workspace, 'guest'), await aMember(stack, workspace, 'guest')]
    const ids = await Promise.all(
      guests.map(({ email }) =>
        sql<{ id: number }>(stack, 'select user_id::int as id from public.emails where email = $1', [email]),
      ),
    )
    const letIn = ([{ id } = { id: 0 }]: { id: number }[]) =>
      call(stack, `/workspaces/${workspace.id}/members/${encodeId('usr', id)}`, {
        method: 'PUT',
        token: workspace.owner.token,
        json: { role: 'viewer' },
      })
    double().slow(700)
    try {
      const bought = put(workspace, '/seats', { paid: 1 })
      const both = await Promise.all(ids.map(letIn))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 402])
      // It was decided while Stripe had not answered yet.
      expect(await account(workspace)).toMatchObject({ paid_members: 0, members: { used: 3 } })
      expect((await bought).status).toBe(200)
    } finally {
      double().slow(0)
    }
    expect((await Promise.all(ids.map(letIn))).map(({ status }) => status)).toEqual([200, 200])
    expect(await account(workspace)).toMatchObject({ paid_members: 1, members: { used: 4 } })
    expect((await totals(workspace)).length).toBe(2)
  })

  it('are kept through a change that waits for the end of the period', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await put(workspace, '/interval', { interval: 12 })
    expect((await put(workspace, '/seats', { paid: 1 })).json()).toMatchObject({
      paid_members: 1,
      pending: { kind: 'interval', interval: 12 },
    })
  })

  /** How many of each there are to be with the next period: of the plan, and of its seats. */
  const waiting = async (workspace: Workspace) => {
    const [ids] = await ofAccount(workspace)
    const { schedule } = await sdk().subscriptions.retrieve(ids?.subscription ?? '', { expand: ['schedule'] })
    if (!schedule || typeof schedule === 'string') throw new Error('Nothing waits.')
    return schedule.phases.at(-1)?.items.map(({ quantity }) => quantity)
  }

  it('changed while another interval waits are renewed as they are then, without the nightly check', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/seats', { paid: 3 })
    await put(workspace, '/interval', { interval: 12 })
    expect(await waiting(workspace)).toEqual([1, 3])
    for (const paid of [1, 2]) {
      await put(workspace, '/seats', { paid })
      expect(await waiting(workspace)).toEqual([1, paid])
    }
    await put(workspace, '/seats', { paid: 0 })
    expect(await waiting(workspace)).toEqual([1])
  })

  it('of a lower plan that waits are as many as members need by then, which the check sees to', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'startup', 1)
    await put(workspace, '/downgrade', { product_id: 2 })
    expect(await waiting(workspace)).toEqual([1])
    for (let n = 0; n < 4; n++) await aMember(stack, workspace, 'maker')
    await check(workspace)
    expect(await waiting(workspace)).toEqual([1, 2])
    await pass(32 * day)
    expect(await account(workspace)).toMatchObject({
      product: { name: 'basic' },
      members: { used: 5, included: 3, paid: 2 },
      lock_reason: null,
    })
    expect((await totals(workspace))[0]).toBe(4_900 + 2 * 1_200)
  })

  it('that the bank has not confirmed are in no plan for the next period', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/interval', { interval: 12 })
    await giveCard(workspace, 'pm_card_authenticationRequired')
    expect((await put(workspace, '/seats', { paid: 50 })).json()).toMatchObject({
      paid_members: 0,
      unconfirmed: { paid_members: 50 },
    })
    expect(await waiting(workspace)).toEqual([1])
  })

  it('that were paid are there although the plan could not be made to fit, which who asks again does', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    await put(workspace, '/interval', { interval: 12 })
    for (let time = 0; time < 9; time++)
      double().cut(({ method, path }) => method === 'POST' && /subscription_schedules/.test(path), 'before')
    expect(await put(workspace, '/seats', { paid: 3 })).toMatchObject({ status: 200 })
    expect(await waiting(workspace)).toEqual([1])
    double().uncut()
    expect((await put(workspace, '/seats', { paid: 3 })).json()).toMatchObject({ paid_members: 3 })
    expect(await waiting(workspace)).toEqual([1, 3])
  })
})
