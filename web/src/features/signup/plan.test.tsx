// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/welcome/choose-your-plan" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { billingAccount, paidAccount, products } from '../../shared/testing/billing.ts'
import { acme, ada, OnWorkspace, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import SignupRoutes from './routes.tsx'

const checkout = 'POST /api/v1/workspaces/d2s6Nw/billing/checkout'
const origin = 'http://acme.waymark.localhost:3000'

let answers: Answers
let received: ReceivedRequest[]
let left: string[]

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => undefined
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [{ role: 'owner', permission: 'WorkspaceBilling' }],
    'GET /api/v1/billing/products': { products },
    'GET /api/v1/workspaces/d2s6Nw/billing': billingAccount(),
    [checkout]: { redirect_url: 'https://pay.test/c/1' },
  }
  received = fakeServer(answers)
  left = []
  const { href, host, protocol } = window.location
  vi.stubGlobal('location', { href, origin, host, protocol, assign: (target: string) => left.push(target) })
})
afterEach(() => vi.unstubAllGlobals())

const checkouts = () => received.filter(({ method, path }) => `${method} ${path}` === checkout)

function open(path: string) {
  return renderAt(
    path,
    <>
      <OnWorkspace>
        <Routes>
          <Route path="/welcome/*" element={<SignupRoutes />} />
        </Routes>
      </OnWorkspace>
      <ToastLog />
    </>,
  )
}

it('offers all plans, and goes on with the free one', async () => {
  open('/welcome/choose-your-plan')
  await screen.findByText('Step 5 of 5')
  for (const name of ['Free', 'Basic', 'Startup', 'Pro Team', 'Enterprise'])
    await screen.findByRole('region', { name })
  expect(screen.getByRole('link', { name: 'Continue with Free' }).getAttribute('href')).toBe(
    '/welcome/complete',
  )
})

it('opens the checkout by itself where the address names plan and interval, once', async () => {
  open('/welcome/choose-your-plan?plan=pro_team&interval=12')
  await waitFor(() => expect(left).toEqual(['https://pay.test/c/1']))
  expect(checkouts().map(({ body }) => body)).toEqual([
    {
      mode: 'subscription',
      billing_pricing_plan_id: 512,
      success_url: `${origin}/welcome/billing/success/{CHECKOUT_SESSION_ID}`,
      // Whoever comes back is not sent there again.
      cancel_url: `${origin}/welcome/choose-your-plan?plan=pro_team`,
      is_trial: true,
    },
  ])
})

it.each([
  'plan=pro_team',
  'plan=pro_team&interval=6',
  'plan=nothing&interval=1',
  'plan=enterprise&interval=1',
])('only shows the plans for %s', async (query) => {
  open(`/welcome/choose-your-plan?${query}`)
  await screen.findByText('Choose your plan')
  await screen.findByRole('region', { name: 'Startup' })
  expect(checkouts()).toEqual([])
})

it('shows the plans where the checkout cannot be opened', async () => {
  answers[checkout] = failed
  open('/welcome/choose-your-plan?plan=startup&interval=1')
  await screen.findByRole('region', { name: 'Startup' })
  await screen.findByText(/^There was an error processing your subscription/)
})

it.each([
  [true, '/admin/billing'],
  [false, '/welcome/account?plan=free'],
])('leads who wants Free (account known: %s) to %s', async (isKnown, target) => {
  answers['POST /rest/v1/rpc/me'] = { ...ada, is_account_info_collected: isKnown }
  open('/welcome/choose-your-plan?plan=free')
  await waitFor(() => expect(place.current).toBe(target))
})

it('keeps nobody where the plans cannot be read', async () => {
  answers['GET /api/v1/billing/products'] = failed
  open('/welcome/choose-your-plan')
  await screen.findByText(
    'Plan information failed to load. Sorry about that! Please refresh the page and try again.',
  )
  screen.getByRole('link', { name: 'Continue with Free' })
})

it('passes by who does not pay', async () => {
  answers['POST /rest/v1/rpc/my_permissions'] = []
  open('/welcome/choose-your-plan')
  await waitFor(() => expect(place.current).toBe('/welcome/complete'))
})

it('completes the checkout and goes on', async () => {
  answers['PUT /api/v1/workspaces/d2s6Nw/billing/checkout'] = () => json(200, paidAccount())
  open('/welcome/billing/success/cs_1')
  await screen.findByText('Welcome to Pro Team!')
  await waitFor(() => expect(place.current).toBe('/welcome/complete'))
})
