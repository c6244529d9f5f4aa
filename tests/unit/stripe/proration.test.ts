// The worked cases of Stripe's documentation, to the second and cent: the double reproduces every one that is certain.
import { afterEach, expect, test } from 'vitest'
import cases from '../../fixtures/billing/proration-cases.json' with { type: 'json' }
import { play, SCENES } from './cases.ts'
import type { Mode, World } from './world.ts'

interface Expected {
  lines: {
    amount: number
    proration?: boolean
    period?: { start: number; end: number }
    discount_amounts?: number[]
    tax?: number
  }[]
  amount_due?: number
  starting_balance?: number
  ending_balance?: number
  status?: string
}

let world: World | undefined
afterEach(async () => {
  await world?.double.stop()
  world = undefined
})

const modesOf = (mode: string): Mode[] =>
  mode === 'flexible' ? ['flexible'] : mode === 'classic' ? ['classic'] : ['classic', 'flexible']

const runs = cases.cases.flatMap(({ id, title, billing_mode: mode, expected, total }) =>
  modesOf(mode).map((one) => ({ id, title, mode: one, expected: expected as Expected, total })),
)

test('every certain case is played', () => {
  expect(Object.keys(SCENES).sort()).toEqual(cases.cases.map(({ id }) => id).sort())
})

test.each(runs)('$id $mode: $title', async ({ id, mode, expected, total }) => {
  const played = await play(id, mode)
  world = played.world
  expect(played.lines.map(({ amount }) => amount)).toEqual(expected.lines.map(({ amount }) => amount))
  expect(played.total).toBe(total)
  for (const [at, line] of expected.lines.entries()) {
    const own = played.lines[at]
    if (line.proration !== undefined) expect(own?.proration).toBe(line.proration)
    if (line.period !== undefined) expect(own?.period).toEqual(line.period)
    if (line.discount_amounts !== undefined) expect(own?.discounts).toEqual(line.discount_amounts)
    if (line.tax !== undefined) expect(own?.tax).toBe(line.tax)
  }
  const { invoice } = played
  if (!invoice) return
  if (expected.amount_due !== undefined) expect(invoice.amount_due).toBe(expected.amount_due)
  if (expected.starting_balance !== undefined)
    expect(invoice.starting_balance).toBe(expected.starting_balance)
  if (expected.ending_balance !== undefined) expect(invoice.ending_balance).toBe(expected.ending_balance)
  if (expected.status !== undefined) expect(invoice.status).toBe(expected.status)
})
