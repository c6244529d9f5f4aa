import '../testing/host.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderAt } from '../testing/render.tsx'
import { fakeServer } from '../testing/server.ts'
import { AvatarList } from './AvatarList.tsx'
import { LimitProgress } from './LimitProgress.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { relativeTime } from './relative-time.ts'
import { UpsellDialog } from './UpsellDialog.tsx'

const second = 1000

describe('a time', () => {
  afterEach(() => vi.useRealTimers())

  it.each([
    [19, 'just now'],
    [20, '20 seconds ago'],
    [5 * 60, '5 minutes ago'],
    [3600, '1 hour ago'],
    [3 * 24 * 3600, '3 days ago'],
    [800 * 24 * 3600, '2 years ago'],
    [-2 * 3600, 'in 2 hours'],
  ])('%i seconds old is "%s"', (age, label) => {
    expect(relativeTime(0, age * second)).toBe(label)
  })

  it('ages while one looks at it, and tells its date', () => {
    vi.useFakeTimers({ now: new Date('2026-05-04T10:00:00Z') })
    fakeServer({})
    renderAt('/', <RelativeTime at="2026-05-04T09:59:55Z" />)
    expect(screen.getByText('just now').title).toContain('May 4, 2026')
    act(() => void vi.advanceTimersByTime(120 * second))
    screen.getByText('2 minutes ago')
  })

  it('may never have been', () => {
    fakeServer({})
    renderAt('/', <RelativeTime at={null} never="Never signed in" />)
    screen.getByText('Never signed in')
  })
})

describe('a limit', () => {
  it.each([
    [8, 10, null],
    [9, 10, 'Close to the limit'],
    [10, 10, 'Limit reached'],
    [0, 0, 'Limit reached'],
    [500, null, null],
  ])('of %s used of %s says %s', (used, maximum, remark) => {
    fakeServer({})
    renderAt('/', <LimitProgress label="Teams" used={used} maximum={maximum} />)
    screen.getByText(maximum === null ? `${used} used` : `${used} of ${maximum}`)
    expect(screen.queryByText(/limit/i)?.textContent ?? null).toBe(remark)
  })
})

describe('many people', () => {
  const people = ['Ada', 'Grace', 'Alan', 'Edsger'].map((name) => ({ name }))

  it('are shown up to a number, the others counted', () => {
    fakeServer({})
    renderAt('/', <AvatarList people={people} max={3} total={9} />)
    expect(screen.getAllByRole('listitem').map(({ title }) => title)).toEqual(['Ada', 'Grace', 'Alan'])
    screen.getByText('and 6 more')
  })

  it('are all shown where they fit', () => {
    fakeServer({})
    renderAt('/', <AvatarList people={people} max={4} />)
    expect(screen.queryByText(/more/)).toBeNull()
  })
})

describe('a feature that the plan does not hold', () => {
  const limit = (max_quantity: number) => [{ name: 'teams', type: 'limit', max_quantity }]
  const pro = {
    id: 5,
    name: 'pro_team',
    label: 'Pro Team',
    priority: 4,
    features: limit(20),
    pricing_plans: [{ id: 9, cycle_interval_months: 12, flat_fee_price: 399_000, user_fee_price: 24_000 }],
  }
  const startup = { ...pro, id: 3, name: 'startup', label: 'Startup', priority: 3, features: limit(0) }

  it('names the cheapest plan that holds it, with its price, and leads whoever may there', async () => {
    fakeServer({ 'GET /api/v1/billing/products': { products: [pro, startup] } })
    renderAt('/', <UpsellDialog open feature="teams" canBill onClose={vi.fn()} />)
    screen.getByRole('dialog', { name: 'Unlock the power of your workspace' })
    screen.getByText('Teams')
    await screen.findByText('Pro Team has it, from $332.50 a month.')
    expect(screen.getByRole('link', { name: 'Go to Billing' }).getAttribute('href')).toBe(
      '/admin/billing/plans?plan=pro_team',
    )
  })

  it('leads to billing even where the plans cannot be read', () => {
    fakeServer({})
    renderAt('/', <UpsellDialog open feature="teams" canBill onClose={vi.fn()} />)
    expect(screen.getByRole('link', { name: 'Go to Billing' }).getAttribute('href')).toBe('/admin/billing')
  })

  it('sends everybody else to the admin', () => {
    fakeServer({})
    renderAt('/', <UpsellDialog open feature="teams" canBill={false} onClose={vi.fn()} />)
    screen.getByText('Please contact your workspace admin to upgrade.')
    expect(screen.queryByRole('link', { name: 'Go to Billing' })).toBeNull()
  })
})
