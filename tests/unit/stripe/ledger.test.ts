// The checks of random histories notice what they are there for.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongInLedger } from '../../support/billing/ledger.ts'
import { World } from './world.ts'

let world: World
beforeEach(async () => {
  world = await World.begin('flexible', '2026-11-01')
  await world.begins({ team: 1 })
  world.until('2026-11-16')
  await world.change({ team: { to: 'business' } }, { proration_behavior: 'always_invoice' })
})
afterEach(() => world.double.stop())

const invoices = () => [...world.double.account.tables.invoices.values()]

test('an account where all is well has nothing wrong', () => {
  expect(wrongInLedger(world.double)).toEqual([])
})

test('a period that is billed twice', () => {
  const [first] = invoices()
  if (first)
    world.double.account.tables.invoices.set('in_twice', structuredClone({ ...first, id: 'in_twice' }))
  expect(wrongInLedger(world.double).join()).toContain('paid 2 times')
})

test('a credit that was forgotten', () => {
  const invoice = invoices().at(-1)
  if (invoice) invoice.lines.data = invoice.lines.data.filter(({ amount }) => amount > 0)
  expect(wrongInLedger(world.double).join()).toContain('do not add up')
  expect(wrongInLedger(world.double).join()).toContain('paid 2 times')
})

test('a balance that nothing moved, and a second subscription', async () => {
  for (const customer of world.double.account.tables.customers.values()) customer.balance = -100
  await world.begins({ starter: 1 })
  const wrong = wrongInLedger(world.double).join()
  expect(wrong).toContain('its invoices moved')
  expect(wrong).toContain('pays two subscriptions')
})
