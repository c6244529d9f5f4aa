// What is told of billing: mails that nobody is flooded with, and amounts for who may see them alone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let place: { id: number; owner: Person }
let count = 0

beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  place = await world.aWorkspace(`told-${++count}`, 'startup')
})

/** The account changes from one state to another, as a reading of Stripe would tell it. */
const changes = (was: object, is: object, workspaceId = place.id) =>
  world.db.query(
    `select private.log_billing_changes(jsonb_populate_record(a, $2), jsonb_populate_record(a, $3))
     from public.billing_accounts a where a.workspace_id = $1`,
    [workspaceId, was, is],
  )
const mailsTo = (email: string) =>
  world.db
    .query<{ kind: string }>(
      `select data ->> 'kind' as kind from private.outbox_mails where recipient = $1 and template = 'billing' order by id`,
      [email],
    )
    .then(({ rows }) => rows.map(({ kind }) => kind))
const ownersMail = () => mailsTo(`owner-told-${count}@example.com`)
const aDayLater = () =>
  world.db.query(
    `update private.billing_notices set created_at = created_at - interval '25 hours' where workspace_id = $1`,
    [place.id],
  )

const runs = { stripe_status: 'active', stripe_cancel_at_period_end: false }
const ends = (read: number, at = '2027-01-31') => ({
  stripe_status: 'active',
  stripe_cancel_at_period_end: true,
  pending_at: at,
  stripe_read: read,
})

describe('mails of billing', () => {
  it('tell of a cancellation once, however often it is taken back and made again', async () => {
    for (const read of [1, 2, 3]) {
      await changes(runs, ends(read))
      await changes(ends(read), runs)
    }
    expect(await ownersMail()).toEqual(['cancel_scheduled'])
    await aDayLater()
    await changes(runs, ends(4))
    expect(await ownersMail()).toEqual(['cancel_scheduled'])
  })

  it('tell of another of the kind, but not on the same day', async () => {
    await changes(runs, ends(1))
    await changes(runs, ends(2, '2027-02-28'))
    expect(await ownersMail()).toEqual(['cancel_scheduled'])
    await aDayLater()
    await changes(runs, ends(3, '2027-02-28'))
    expect(await ownersMail()).toEqual(['cancel_scheduled', 'cancel_scheduled'])
  })

  it('go 20 times a day to an address of no owner, and to owners all the same', async () => {
    const given = `given-${count}@elsewhere.example`
    for (let made = 0; made < 22; made++) {
      place = await world.aWorkspace(`told-${++count}`, 'startup')
      await world.db.query(
        'update public.billing_accounts set stripe_billing_email = $2 where workspace_id = $1',
        [place.id, given],
      )
      await changes(runs, ends(1))
    }
    expect(await mailsTo(given)).toHaveLength(20)
    expect(await ownersMail()).toEqual(['cancel_scheduled'])
  })
})

describe('what falls due by the clock', () => {
  const set = (columns: string) =>
    world.db.query(`update public.billing_accounts set ${columns} where workspace_id = $1`, [place.id])
  const theHourPasses = () => world.db.query('select private.send_billing_notices()')

  it('is told three days before a trial ends, once', async () => {
    await set(`stripe_subscription_id = 'sub_told_${count}', stripe_status = 'trialing'`)
    await set(`trial_end_at = now() + interval '73 hours'`)
    await theHourPasses()
    expect(await ownersMail()).toEqual([])
    await set(`trial_end_at = now() + interval '71 hours'`)
    for (let hour = 0; hour < 2; hour++) await theHourPasses()
    expect(await ownersMail()).toEqual(['trial_ending'])
  })

  it('is told once more three days before a lock', async () => {
    await set(`past_due_since = now() - interval '10 days', status = 'action_required'`)
    await theHourPasses()
    expect(await ownersMail()).toEqual(['lock_announced'])
    await set(`past_due_since = now() - interval '12 days'`)
    for (let hour = 0; hour < 2; hour++) await theHourPasses()
    expect((await ownersMail()).filter((kind) => kind === 'lock_soon')).toEqual(['lock_soon'])
  })

  it('ends a trial that an operator gave, and says so', async () => {
    await world.db.query(`select private.give_trial($1, 'pro_team', 30, 'Fair')`, [place.id])
    await theHourPasses()
    const plan = () =>
      world.db
        .query<{ name: string }>(
          `select p.name from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
           where a.workspace_id = $1`,
          [place.id],
        )
        .then(({ rows }) => rows[0]?.name)
    expect(await plan()).toBe('pro_team')
    await set(`trial_end_at = now() - interval '1 second'`)
    await theHourPasses()
    expect(await plan()).toBe('free')
    expect(await ownersMail()).toEqual(['ended'])
    const { rows } = await world.db.query<{ type: string }>(
      `select type from public.activity_events where workspace_id = $1 and type like 'billing.%' order by id`,
      [place.id],
    )
    expect(rows.map(({ type }) => type)).toEqual(['billing.trial.given', 'billing.trial.expired'])
  })
})

describe('a trial that an operator gives', () => {
  const give = (plan: string, days: number) =>
    world.db
      .query(`select private.give_trial($1, $2, $3, 'Fair')`, [place.id, plan, days])
      .then(() => 'given')
      .catch((error: Error) => error.message)
  const wrong = 'There is no such workspace, or no such plan, or it is not 1 to 365 days.'

  it('is of a plan that costs something', async () => {
    expect(await give('free', 30)).toBe(wrong)
    expect(await give('no_such_plan', 30)).toBe(wrong)
    expect(await give('pro_team', 30)).toBe('given')
  })

  it('lasts 1 to 365 days', async () => {
    for (const days of [0, 366]) expect([days, await give('pro_team', days)]).toEqual([days, wrong])
    for (const days of [1, 365]) expect([days, await give('pro_team', days)]).toEqual([days, 'given'])
  })
})

describe('billing in the activity', () => {
  it('shows amounts, numbers, reasons and notes to who manages billing alone', async () => {
    // Plans without the activity would refuse both.
    await world.db.query(
      `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'enterprise') where workspace_id = $1`,
      [place.id],
    )
    const admin = await world.aMember(place.id, 'admin')
    const events: [string, object][] = [
      ['billing.invoice.paid', { total: 39900, number: 'A-1', currency: 'usd' }],
      ['billing.payment.failed', { reason: 'Your card was declined.' }],
      ['billing.contract.set', { plan: 'Enterprise', included: 50, note: 'Order 17' }],
      ['billing.repaired', { what: 'paid_members' }],
      ['billing.true_up', { quarter: '2026-Q4', seats: 3, total: 4500 }],
    ]
    for (const [type, metadata] of events)
      await world.db.query('select private.log_billing($1, $2, $3)', [place.id, type, metadata])
    await world.db.query(`select private.log_activity($1, 'workspace.locked', '{"reason": "overusage"}')`, [
      place.id,
    ])
    const seenBy = (who: Person) =>
      world.as(who, (ask) =>
        ask<{ type: string; metadata: object }>(
          `select type, metadata from public.workspace_activity($1, p_types => '{billing,workspace.locked}') order by id`,
          [place.id],
        ),
      )
    const locked = { type: 'workspace.locked', metadata: { reason: 'overusage' } }
    expect(await seenBy(place.owner)).toEqual([
      ...events.map(([type, metadata]) => ({ type, metadata })),
      locked,
    ])
    expect(await seenBy(admin)).toEqual([
      { type: 'billing.invoice.paid', metadata: {} },
      { type: 'billing.payment.failed', metadata: {} },
      { type: 'billing.contract.set', metadata: { plan: 'Enterprise' } },
      { type: 'billing.repaired', metadata: {} },
      { type: 'billing.true_up', metadata: { quarter: '2026-Q4', seats: 3 } },
      locked,
    ])
  })
})
