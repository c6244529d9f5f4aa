// Entries of a customer's balance, each with what it says of its own.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { World } from './world.ts'

let world: World
beforeEach(async () => {
  world = await World.begin('flexible', '2026-11-01')
})
afterEach(() => world.double.stop())

test('an entry of nothing is refused, and leaves those of others alone', async () => {
  const other = await world.stripe.customers.create({ email: 'eve@example.com' })
  const entry = await world.stripe.customers.createBalanceTransaction(other.id, {
    amount: -500,
    currency: 'usd',
    description: 'For the outage',
  })
  expect(entry).toMatchObject({ customer: other.id, amount: -500, description: 'For the outage' })
  await expect(
    world.stripe.customers.createBalanceTransaction(world.customer, {
      amount: 0,
      currency: 'usd',
      description: 'Nothing',
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  const { data } = await world.stripe.customers.listBalanceTransactions(other.id)
  expect(data.map(({ description }) => description)).toEqual(['For the outage'])
  expect((await world.stripe.customers.listBalanceTransactions(world.customer)).data).toEqual([])
})
