// How each worked case is played: what was given, and what then happens.
import type Stripe from 'stripe'
import { type Mode, World } from './world.ts'

interface Played {
  lines: {
    amount: number
    proration?: boolean
    period?: { start: number; end: number }
    discounts?: number[]
    tax?: number
  }[]
  total: number
  invoice?: Stripe.Invoice
}
type Play = (world: World) => Promise<Played>

interface Scene {
  start: string | number
  play: Play
  settings?: object
}

const always = { proration_behavior: 'always_invoice' as const }
const create = { proration_behavior: 'create_prorations' as const }
const anew = { ...always, billing_cycle_anchor: { type: 'now' as const } }

/** The lines and total of an invoice in the words of the cases. */
export function asPlayed(invoice: Stripe.Invoice): Played {
  return {
    lines: invoice.lines.data.map((line) => ({
      amount: line.amount,
      proration: line.parent?.subscription_item_details?.proration ?? false,
      period: line.period,
      discounts: (line.discount_amounts ?? []).map(({ amount }) => amount),
      tax: (line.taxes ?? [])
        .filter(({ tax_behavior: how }) => how === 'exclusive')
        .reduce((sum, { amount }) => sum + amount, 0),
    })),
    total: invoice.total,
    invoice,
  }
}

async function waiting(world: World): Promise<Played> {
  const items = await world.pending()
  return {
    lines: items.map(({ amount, proration, period }) => ({ amount, proration, period })),
    total: items.reduce((sum, { amount }) => sum + amount, 0),
  }
}

const NOV = '2026-11-01'
const first =
  (items: Record<string, number>, more?: Partial<Stripe.SubscriptionCreateParams>): Play =>
  async (world) => {
    await world.begins(items, more)
    return asPlayed(await world.newest())
  }
const upgrade =
  (
    from: Record<string, number>,
    when: string,
    change: Parameters<World['change']>[0],
    more: Stripe.SubscriptionUpdateParams,
  ): Play =>
  async (world) => {
    await world.begins(from)
    world.until(when)
    return asPlayed(await world.change(change, more))
  }
const later =
  (
    from: Record<string, number>,
    when: string,
    change: Parameters<World['change']>[0],
    more: Stripe.SubscriptionUpdateParams,
  ): Play =>
  async (world) => {
    await upgrade(from, when, change, more)(world)
    return asPlayed(await world.renews())
  }
const team = { starter: { to: 'team' } }

async function coupon(world: World, about: Stripe.CouponCreateParams): Promise<{ coupon: string }> {
  return {
    coupon: (await world.stripe.coupons.create({ currency: 'usd', duration: 'forever', ...about })).id,
  }
}
const discounted =
  (items: Record<string, number>, ...coupons: Stripe.CouponCreateParams[]): Play =>
  async (world) => {
    const discounts = []
    for (const about of coupons) discounts.push(await coupon(world, about))
    return await first(items, { discounts })(world)
  }
const rate = async (world: World, percentage: number, inclusive: boolean) =>
  (await world.stripe.taxRates.create({ display_name: 'VAT', percentage, inclusive })).id
const taxed =
  (items: Record<string, number>, rates: [number, boolean][], off?: number): Play =>
  async (world) => {
    const default_tax_rates = []
    for (const [percentage, inclusive] of rates)
      default_tax_rates.push(await rate(world, percentage, inclusive))
    const discounts = off === undefined ? [] : [await coupon(world, { percent_off: off })]
    return await first(items, { default_tax_rates, ...(off === undefined ? {} : { discounts }) })(world)
  }

export const SCENES: Record<string, Scene> = {
  c01: { start: '2026-04-01', play: upgrade({ ten: 1 }, '2026-04-16', { ten: { to: 'twenty' } }, always) },
  c02: {
    start: 1596749288,
    async play(world) {
      await world.begins({ silver: 1 })
      world.until(1598982148)
      const invoice = await world.stripe.invoices.createPreview({
        subscription: world.subscription,
        subscription_details: {
          items: await world.items({ silver: { to: 'gold' } }),
          proration_date: 1598982148,
          ...create,
        },
      })
      return asPlayed(invoice)
    },
  },
  c03: { start: '2026-04-01', play: (world) => unprorated(world) },
  c04: { start: '2026-04-01', play: (world) => unprorated(world) },
  c05: { start: NOV, play: discounted({ ten: 1, twenty: 1 }, { amount_off: 500 }) },
  c06: { start: NOV, play: (world) => removed(world) },
  c07: { start: NOV, play: (world) => removed(world) },
  c09: { start: '2026-01-01', play: later({ fifty: 1 }, '2026-01-16', { fifty: { to: 'hundred' } }, create) },
  c11: {
    start: '2026-05-01',
    play: later(
      { hundred: 1 },
      '2026-05-15',
      { hundred: { to: 'two_hundred' } },
      { proration_behavior: 'none' },
    ),
  },
  c15: {
    start: '2026-06-23',
    async play(world) {
      await world.begins({ team: 1 })
      world.until('2026-07-15')
      const invoice = await world.change(
        {},
        { trial_end: Date.parse('2026-08-01T00:00:00Z') / 1_000, proration_behavior: 'none' },
      )
      world.until('2026-07-31')
      return { ...asPlayed(invoice), total: (await world.newest()).total }
    },
  },
  c16: { start: '2024-01-01', play: first({ fifteen: 1, hundred_quarterly: 1 }) },
  c17: { start: NOV, play: taxed({ half_thousand: 1, ten: 1 }, [[5, false]], 10) },
  c18: { start: NOV, play: taxed({ half_thousand: 1, ten: 1 }, [[5, true]], 10) },
  c19: {
    start: NOV,
    play: taxed(
      { half_thousand: 1, ten: 1 },
      [
        [5, true],
        [7, false],
      ],
      10,
    ),
  },
  c20: { start: NOV, play: taxed({ thousand_dollars: 1, fifty_dollars: 1 }, [[10, true]]) },
  c21: {
    start: NOV,
    async play(world) {
      await world.stripe.customers.update(world.customer, { tax_exempt: 'exempt' })
      return await taxed({ hundred: 1 }, [[10, true]])(world)
    },
  },
  c23: { start: NOV, play: upgrade({ starter: 1 }, '2026-11-16', team, always) },
  c24: { start: NOV, play: upgrade({ starter: 1 }, '2026-11-12T09:37:41Z', team, always) },
  c25: { start: NOV, play: later({ team: 1 }, '2026-11-12T09:37:41Z', { team: { to: 'business' } }, create) },
  c26: { start: NOV, play: later({ business: 1 }, '2026-11-11', { business: { to: 'starter' } }, create) },
  c27: { start: NOV, play: upgrade({ business: 1 }, '2026-11-11', { business: { to: 'starter' } }, always) },
  c28: {
    start: '2026-10-01',
    async play(world) {
      await world.begins({ business: 1 })
      await world.card('pm_card_chargeCustomerFail')
      world.until('2026-11-11')
      await world.change({ business: { to: 'starter' } })
      return await waiting(world)
    },
  },
  c29: {
    start: NOV,
    play: upgrade({ team: 1, team_user: 3 }, '2026-11-16', { team_user: { quantity: 5 } }, always),
  },
  c30: {
    start: NOV,
    play: upgrade({ team: 1, team_user: 3 }, '2026-11-12T09:02:16Z', { team_user: { quantity: 4 } }, always),
  },
  c31: {
    start: NOV,
    play: later({ starter: 1, starter_user: 5 }, '2026-11-21', { starter_user: { quantity: 2 } }, create),
  },
  c32: { start: NOV, play: upgrade({ starter: 1 }, '2026-11-21', { starter_user: { quantity: 2 } }, always) },
  c33: {
    start: NOV,
    play: upgrade({ starter: 1, starter_user: 2 }, '2026-11-21', { starter_user: null }, always),
  },
  c34: {
    start: NOV,
    play: upgrade(
      { starter: 1, starter_user: 4 },
      '2026-11-16',
      { ...team, starter_user: { to: 'team_user', quantity: 4 } },
      always,
    ),
  },
  c35: {
    start: NOV,
    play: upgrade(
      { starter: 1, starter_user: 4 },
      '2026-11-16',
      { ...team, starter_user: { to: 'team_user' } },
      always,
    ),
  },
  c36: { start: NOV, play: upgrade({ team: 1 }, '2026-11-11', { team: { to: 'team_yearly' } }, anew) },
  c37: {
    start: NOV,
    play: upgrade(
      { team: 1, team_user: 2 },
      '2026-11-11',
      { team: { to: 'team_yearly' }, team_user: { to: 'team_user_yearly', quantity: 2 } },
      anew,
    ),
  },
  c38: { start: NOV, play: upgrade({ team_yearly: 1 }, '2027-03-01', { team_yearly: { to: 'team' } }, anew) },
  c39: {
    start: NOV,
    play: upgrade({ starter_yearly: 1 }, '2027-02-09', { starter_yearly: { to: 'team_yearly' } }, always),
  },
  c40: {
    start: '2027-12-01',
    play: upgrade({ team_yearly: 1 }, '2028-06-01', { team_yearly: { to: 'business_yearly' } }, always),
  },
  c41: { start: '2027-01-31', play: upgrade({ starter: 1 }, '2027-02-14', team, always) },
  c43: {
    start: NOV,
    async play(world) {
      await world.begins({ business: 1 })
      world.until('2026-11-19')
      await world.stripe.subscriptions.cancel(world.subscription, { prorate: true, invoice_now: true })
      return asPlayed(await world.newest())
    },
  },
  c44: {
    start: NOV,
    async play(world) {
      await world.begins({ business: 1 })
      world.until('2026-11-19')
      await world.stripe.subscriptions.cancel(world.subscription)
      return await sinceFirst(world)
    },
  },
  c45: {
    start: NOV,
    async play(world) {
      await world.begins({ team: 1 })
      await world.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
      await world.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: false })
      return await sinceFirst(world)
    },
  },
  c46: {
    start: NOV,
    async play(world) {
      await upgrade({ starter: 1 }, '2026-11-11', team, always)(world)
      world.until('2026-11-21')
      return asPlayed(await world.change({ team: { to: 'business' } }, always))
    },
  },
  c47: {
    start: NOV,
    async play(world) {
      const at = { ...create, proration_date: Date.parse('2026-11-16T00:00:00Z') / 1_000 }
      await upgrade({ starter: 1 }, '2026-11-16', team, at)(world)
      await world.change({ team: { to: 'starter' } }, at)
      return await waiting(world)
    },
  },
  c48: {
    start: NOV,
    play: later({ team: 1 }, '2026-11-16', { team: { to: 'business' } }, { proration_behavior: 'none' }),
  },
  c49: { start: NOV, play: first({ team: 1 }, { trial_period_days: 14 }) },
  c50: {
    start: NOV,
    async play(world) {
      const played = await first({ starter: 1 }, { trial_period_days: 14 })(world)
      world.until('2026-11-06')
      await world.change(team, always)
      return { ...played, total: (await world.newest()).total }
    },
  },
  c51: { start: NOV, play: discounted({ team: 1, team_user: 3 }, { percent_off: 20 }) },
  c52: {
    start: NOV,
    play: discounted({ starter: 1, starter_user: 1 }, { percent_off: 33, duration: 'once' }),
  },
  c54: {
    start: NOV,
    play: discounted({ starter: 1, starter_user: 2 }, { amount_off: 2000, duration: 'once' }),
  },
  c56: {
    start: NOV,
    play: discounted({ team: 1 }, { percent_off: 25, duration: 'repeating', duration_in_months: 3 }),
  },
  c57: {
    start: NOV,
    play: discounted({ team_yearly: 1 }, { percent_off: 50, duration: 'repeating', duration_in_months: 4 }),
  },
  c58: { start: NOV, play: discounted({ team: 1 }, { percent_off: 20 }, { amount_off: 500 }) },
  c59: { start: NOV, play: discounted({ team: 1 }, { amount_off: 500 }, { percent_off: 20 }) },
  c60: {
    start: NOV,
    async play(world) {
      const made = await coupon(world, { percent_off: 20 })
      const { id } = await world.stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon: made.coupon },
        restrictions: { minimum_amount: 10_000, minimum_amount_currency: 'usd' },
      })
      const discounts = [{ promotion_code: id }]
      const refused = await world.begins({ starter: 1 }, { discounts }).catch((error: Error) => error)
      if (!(refused instanceof Error)) throw new Error('A code was taken below its minimum.')
      return await first({ team: 1 }, { discounts })(world)
    },
  },
  c61: {
    start: NOV,
    async play(world) {
      await discounted({ team: 1 }, { percent_off: 20 })(world)
      world.until('2026-11-16')
      return asPlayed(await world.change({ team: { to: 'business' } }, always))
    },
  },
  c63: { start: NOV, play: taxedUpgrade('2026-11-16', 20) },
  c64: { start: NOV, play: taxedUpgrade('2026-11-12T09:37:41Z', 8.875) },
  c65: {
    start: NOV,
    async play(world) {
      await world.begins({ team: 1 })
      await world.stripe.customers.update(world.customer, { balance: -1500 })
      return asPlayed(await world.renews())
    },
  },
  c66: {
    start: NOV,
    play: upgrade({ starter: 1 }, '2026-11-30T08:00:00Z', { starter_user: { quantity: 1 } }, always),
  },
  c67: {
    start: NOV,
    async play(world) {
      await world.begins({ starter: 1 })
      await world.card('pm_card_chargeCustomerFail')
      world.until('2026-11-16')
      return asPlayed(await world.change(team, { ...always, payment_behavior: 'pending_if_incomplete' }))
    },
  },
  c68: {
    start: NOV,
    async play(world) {
      await world.begins({ team: 1 })
      await world.card('pm_card_chargeCustomerFail')
      return asPlayed(await world.renews())
    },
  },
  c69: { start: NOV, play: first({ team_yearly: 1, team_user: 3 }) },
  c70: {
    start: NOV,
    play: upgrade({ starter: 1 }, '2026-11-12T09:37:41Z', team, {
      ...always,
      proration_date: Date.parse('2026-11-12T00:00:00Z') / 1_000,
    }),
  },
}

async function unprorated(world: World): Promise<Played> {
  await upgrade({ ten: 1 }, '2026-04-11', { ten: { to: 'twenty' } }, { proration_behavior: 'none' })(world)
  world.until('2026-04-21')
  return asPlayed(await world.change({ twenty: { to: 'ten' } }, always))
}

async function removed(world: World): Promise<Played> {
  await discounted({ ten: 1, twenty: 1 }, { amount_off: 500 })(world)
  world.until('2026-11-16')
  await world.change({ ten: null }, create)
  return await waiting(world)
}

function taxedUpgrade(when: string, percentage: number): Play {
  return async (world) => {
    await world.begins({ starter: 1 }, { default_tax_rates: [await rate(world, percentage, false)] })
    world.until(when)
    return asPlayed(await world.change(team, always))
  }
}

// What came after the first invoice: here nothing may have.
async function sinceFirst(world: World): Promise<Played> {
  const [newest, ...older] = await world.invoices()
  if (older.length > 0 && newest) return asPlayed(newest)
  return await waiting(world)
}

export async function play(id: string, mode: Mode): Promise<Played & { world: World }> {
  const scene = SCENES[id]
  if (!scene) throw new Error(`The case ${id} is not played.`)
  const world = await World.begin(mode, scene.start, scene.settings)
  return { ...(await scene.play(world)), world }
}
