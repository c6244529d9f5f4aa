// Readings of Stripe that overtake each other, and old invoices: what is applied, what is told, and what is made again.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type World } from './support/people.ts'

let world: World
let workspace: number
let customer: string
let count = 0

beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  workspace = (await world.aWorkspace(`readings-${++count}`, 'startup')).id
  customer = `cus_readings_${count}`
  await world.db.query('update public.billing_accounts set stripe_customer_id = $2 where workspace_id = $1', [
    workspace,
    customer,
  ])
})

interface Begun {
  reading: number
  is_done: boolean
  is_first: boolean
}

const only = async <T>(sql: string, values: unknown[]) =>
  (await world.db.query<{ value: T }>(`select ${sql} as value`, values)).rows[0]?.value
const begin = async (event: string | null = null) => {
  const told = event && {
    id: event,
    type: 'customer.updated',
    api_version: null,
    created: 1,
    object_id: null,
  }
  const begun = await only<Begun>('public.svc_begin_reading(null, $1, $2)', [customer, told])
  if (!begun) throw new Error('No reading has begun.')
  return begun
}
const apply = (
  { reading }: Begun,
  snapshot: object,
  event: string | null = null,
  ahead: number | null = null,
) =>
  only<boolean>('public.svc_apply_reading($1, $2, $3, $4, $5)', [
    workspace,
    reading,
    { is_gone: false, email: null, subscriptions: [], invoices: [], ...snapshot },
    event,
    ahead,
  ])
const email = () =>
  only<string>('(select stripe_billing_email from public.billing_accounts where workspace_id = $1)', [
    workspace,
  ])

const day = 86_400
/** An invoice of so many days after the first one, paid, of which cents were given back. */
const invoice = (name: string, after: number, refunded = 0) => ({
  id: `in_${count}_${name}`,
  number: name,
  status: 'paid',
  total: 12_900,
  amount_due: 12_900,
  amount_paid: 12_900,
  amount_refunded: refunded,
  amount_credited: 0,
  currency: 'usd',
  period_start: 1_800_000_000 + after * day,
  period_end: 1_800_000_000 + (after + 30) * day,
  created: 1_800_000_000 + after * day,
})
const told = async () =>
  (
    await world.db.query<{ told: string }>(
      `select type || ' ' || (metadata ->> 'number') || ' ' || (metadata ->> 'total') as told from public.activity_events
       where workspace_id = $1 and type like 'billing.invoice.%' order by id`,
      [workspace],
    )
  ).rows.map((row) => row.told)

describe('a reading that another overtook', () => {
  it('changes nothing, and its event is done: the other one began later and told the same', async () => {
    await apply(await begin(), { is_whole: true })
    const [slow, fast] = [await begin(`evt_slow_${count}`), await begin(`evt_fast_${count}`)]
    expect(await apply(fast, { email: 'new@example.com' }, `evt_fast_${count}`)).toBe(true)
    expect(await apply(slow, { email: 'old@example.com' }, `evt_slow_${count}`)).toBe(true)
    expect(await email()).toBe('new@example.com')
    expect((await begin(`evt_slow_${count}`)).is_done).toBe(true)
  })

  it('still tells what time it is at Stripe', async () => {
    await apply(await begin(), { is_whole: true })
    const [slow, fast] = [await begin(`evt_slow_${count}`), await begin()]
    await apply(fast, {}, null, 7_200)
    await apply(slow, {}, `evt_slow_${count}`, 9_000)
    const ahead =
      '(select extract(epoch from clock_ahead)::int from public.billing_accounts where workspace_id = $1)'
    expect(await only<number>(ahead, [workspace])).toBe(9_000)
  })

  it('is made again where it reads old invoices and the other one did not, and only there', async () => {
    await apply(await begin(), { is_whole: true })
    const event = `evt_slow_${count}`
    const [slow, newest] = [await begin(event), await begin()]
    await apply(newest, {})
    expect(await apply(slow, { is_whole: true }, event)).toBe(false)
    expect((await begin(event)).is_done).toBe(false)
    const [again, whole] = [await begin(event), await begin()]
    await apply(whole, { is_whole: true })
    expect(await apply(again, { is_whole: true }, event)).toBe(true)
    expect((await begin(event)).is_done).toBe(true)
  })
})

describe('what is given back', () => {
  it('before the first reading of the whole customer is kept, and no news; afterwards it is', async () => {
    expect(await begin()).toMatchObject({ is_first: true })
    await apply(await begin(), { invoices: [invoice('A', 0, 500)] })
    expect(await begin()).toMatchObject({ is_first: true })
    await apply(await begin(), { is_whole: true, invoices: [invoice('A', 0, 900)] })
    expect(await told()).toEqual(['billing.invoice.paid A 12900'])
    expect(await begin()).toMatchObject({ is_first: false })
    await apply(await begin(), { invoices: [invoice('B', 30, 100), invoice('A', 0, 1_000)] })
    await apply(await begin(), { invoices: [invoice('B', 30, 100), invoice('A', 0, 1_000)] })
    expect((await told()).slice(1)).toEqual([
      'billing.invoice.paid B 12900',
      'billing.invoice.refunded B 100',
      'billing.invoice.refunded A 100',
    ])
  })

  it('of invoices behind the oldest known one is history, until more of it is given back', async () => {
    await apply(await begin(), { invoices: [invoice('C', 60)] })
    await apply(await begin(), { is_whole: true, invoices: [invoice('C', 60), invoice('A', 0, 500)] })
    await apply(await begin(), { is_whole: true, invoices: [invoice('C', 60), invoice('A', 0, 700)] })
    expect(await told()).toEqual(['billing.invoice.paid C 12900', 'billing.invoice.refunded A 200'])
  })
})
