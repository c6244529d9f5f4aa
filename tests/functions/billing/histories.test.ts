// Random histories by fixed seeds: whatever happens, ledger, double and database agree to the cent.
// Many more by `npm run bench billing`.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { StripeDouble } from '../../doubles/stripe/index.ts'
import { live } from '../../support/billing/history.ts'
import { aDouble, type Place, sellPlans } from '../../support/billing/place.ts'
import { sharedStack } from '../../support/stack.ts'

const place: Place = { stack: sharedStack(), ...inject('stripe') }
let double: StripeDouble
let plans: string[] = []

beforeAll(async () => {
  double = await aDouble(place)
  plans = (await sellPlans(place)).prices.map(({ id }) => id)
})
afterAll(() => double.stop())

it('the command that makes the plans in Stripe changes nothing when it runs again', async () => {
  const again = await sellPlans(place)
  expect(again.changes).toEqual([])
  expect(new Set(again.prices.flatMap(({ flat, seat }) => [flat, seat])).size).toBe(again.plans.length * 2)
})

it.each([1, 3, 4])('history %i ends with ledger, double and database in agreement', async (seed) => {
  await double.stop()
  const { steps, wrong } = await live(place, { account: double.account, plans }, seed, 8)
  expect(wrong, steps.join('\n')).toEqual([])
})
