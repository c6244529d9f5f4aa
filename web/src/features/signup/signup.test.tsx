// @vitest-environment-options { "url": "http://waymark.localhost:3000/welcome" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ada, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import SignupRoutes from './routes.tsx'

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /api/v1/auth/access-token': () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
    'POST /api/v1/workspaces/has-email': { has_workspaces: false },
    'POST /api/v1/auth/find-workspaces': () => new Response(null, { status: 204 }),
    'POST /api/v1/auth/signup/code': () => new Response(null, { status: 204 }),
    'POST /rest/v1/rpc/slug_available': ({ body }: ReceivedRequest) =>
      json(200, verdict((body as { p_slug: string }).p_slug)),
  }
  received = fakeServer(answers)
})

function verdict(slug: string) {
  const reasons: Record<string, string> = { taken: 'taken', admin: 'reserved' }
  return { available: !reasons[slug], reason: reasons[slug] ?? null }
}

function open(path: string) {
  return renderAt(
    path,
    <>
      <Routes>
        <Route path="/welcome/*" element={<SignupRoutes />} />
      </Routes>
      <ToastLog />
    </>,
  )
}

const sent = (path: string) => received.filter((request) => request.path === path)
const named = '/welcome/name?email=ada%40example.com'

describe('the e-mail step', () => {
  it('offers Sign Up only for a valid address', async () => {
    const { user } = open('/welcome')
    const button = screen.getByRole('button', { name: 'Sign Up' })
    await user.type(screen.getByLabelText('Work email'), 'ada@')
    expect(button).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Work email'), 'example.com')
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
  })

  it('leads a new address to the name, and keeps it for the way back', async () => {
    const { user } = open('/welcome')
    await user.type(screen.getByLabelText('Work email'), 'ada@example.com{Enter}')
    await screen.findByText('Step 2 of 5')
    expect(place.current).toBe(named)
  })

  it('mails a known address its list and says so', async () => {
    answers['POST /api/v1/workspaces/has-email'] = { has_workspaces: true }
    const { user } = open('/welcome')
    await user.type(screen.getByLabelText('Work email'), 'ada@example.com{Enter}')
    const link = await screen.findByRole('link', { name: 'Create another workspace' })
    expect(sent('/api/v1/auth/find-workspaces')).toHaveLength(1)
    expect(link.getAttribute('href')).toBe(named)
  })

  it('shows what the server thinks of the address, beside what signing up means', async () => {
    answers['POST /api/v1/workspaces/has-email'] = () => problem(422, 'VALIDATION_ERROR', 'no')
    const { user } = open('/welcome')
    await user.type(screen.getByLabelText('Work email'), 'ada@example.com{Enter}')
    await screen.findByText('Please enter a valid email address.')
    screen.getByText(/^By signing up you agree to the/)
  })

  it('says so when the check fails', async () => {
    answers['POST /api/v1/workspaces/has-email'] = () => problem(500, 'INTERNAL_SERVER_ERROR', 'x')
    const { user } = open('/welcome')
    await user.type(screen.getByLabelText('Work email'), 'ada@example.com{Enter}')
    await screen.findByText('Something went wrong, please try again.')
  })
})

describe('the name step', () => {
  it('needs an address', async () => {
    open('/welcome/name')
    await screen.findByText('Step 1 of 5')
  })

  it('derives the URL from the company when it is left empty', async () => {
    const { user } = open(named)
    await user.type(screen.getByLabelText('Company Name'), 'Acme')
    await user.tab()
    expect(screen.getByLabelText('Workspace URL')).toHaveProperty('value', 'acme')
    await screen.findByText('acme is available.')
  })

  it('suggests nothing from a name that makes no URL', async () => {
    const { user } = open(named)
    await user.type(screen.getByLabelText('Company Name'), 'Acme & Söhne')
    await user.tab()
    expect(screen.getByLabelText('Workspace URL')).toHaveProperty('value', '')
  })

  it('takes the company of the query', () => {
    open(`${named}&company=Acme`)
    expect(screen.getByLabelText('Workspace URL')).toHaveProperty('value', 'acme')
  })

  it.each([
    ['a-very-long-workspace-name', 'Must be less than 20 characters.'],
    ['No Good', 'Must only contain numbers, lowercase letters, or dashes.'],
    ['-acme', 'Must only contain numbers, lowercase letters, or dashes.'],
    ['taken', 'taken already exists. Please input a different URL.'],
    ['admin', 'This workspace name is reserved, or not allowed. Please choose a different one.'],
  ])('refuses %s', async (slug, message) => {
    const { user } = open(named)
    await user.type(screen.getByLabelText('Workspace URL'), slug)
    await screen.findByText(message)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true),
    )
  })

  it('keeps what was typed through a reload', async () => {
    const first = open(named)
    await first.user.type(screen.getByLabelText('Company Name'), 'Acme')
    await first.user.tab()
    first.unmount()
    open(named)
    expect(screen.getByLabelText('Company Name')).toHaveProperty('value', 'Acme')
    expect(screen.getByLabelText('Workspace URL')).toHaveProperty('value', 'acme')
  })

  it('sends one code however often one goes back and forth', async () => {
    const { user } = open(`${named}&slug=acme`)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('link', { name: /Back to the workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByText('Step 3 of 5')
    expect(sent('/api/v1/auth/signup/code')).toHaveLength(1)
  })

  it('shows when too many codes were asked for', async () => {
    answers['POST /api/v1/auth/signup/code'] = () =>
      problem(429, 'TOO_MANY_REQUESTS', 'Too many codes were requested. Try again in 10 minutes.')
    const { user } = open(`${named}&slug=acme`)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('Too many codes were requested. Try again in 10 minutes.')
  })
})

describe('a code that cannot be sent', () => {
  it.each([
    ['at the name step', `${named}&slug=acme`, 'Continue'],
    ['at the code step', '/welcome/verify?email=ada%40example.com&slug=acme', 'Resend email'],
  ])('is told %s', async (_where, path, button) => {
    answers['POST /api/v1/auth/signup/code'] = () => new Response('', { status: 502 })
    const { user } = open(path)
    await user.click(await screen.findByRole('button', { name: button }))
    await screen.findByText('Something went wrong, please try again.')
  })
})

describe('the code step', () => {
  const verify = '/welcome/verify?email=ada%40example.com&slug=acme&company=Acme'
  const wrong = { errors: [{ field: 'code', message: 'Invalid confirmation code' }] }

  it('needs a slug', async () => {
    open('/welcome/verify?email=ada%40example.com')
    await screen.findByText('Step 1 of 5')
  })

  it('takes a pasted code with spaces, and shows that it is wrong', async () => {
    answers['POST /api/v1/auth/signup/workspace'] = () =>
      problem(400, 'VALIDATION_ERROR', 'Invalid confirmation code', wrong)
    const { user } = open(verify)
    await user.click(screen.getByLabelText('Confirmation code'))
    await user.paste(' 123 456 ')
    await user.keyboard('{Enter}')
    await screen.findByText('Invalid confirmation code')
    expect(sent('/api/v1/auth/signup/workspace')[0]?.body).toEqual({
      email: 'ada@example.com',
      code: '123456',
      slug: 'acme',
      name: 'Acme',
    })
  })

  it('asks for another URL when somebody took it meanwhile, and keeps the code', async () => {
    const detail = 'acme already exists. Please input a different URL.'
    answers['POST /api/v1/auth/signup/workspace'] = () =>
      problem(409, 'CONFLICT', detail, { errors: [{ field: 'slug', message: detail }] })
    const { user } = open(verify)
    await user.type(screen.getByLabelText('Confirmation code'), '123456{Enter}')
    await screen.findByText(detail)
    await user.clear(screen.getByLabelText('Workspace URL'))
    await user.type(screen.getByLabelText('Workspace URL'), 'acme-two')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByLabelText('Confirmation code')).toHaveProperty('value', '123456')
    expect(sent('/api/v1/auth/signup/code')).toHaveLength(0)
  })

  it('sends another code on request', async () => {
    const { user } = open(verify)
    await user.click(screen.getByRole('button', { name: 'Resend email' }))
    await waitFor(() => expect(sent('/api/v1/auth/signup/code')).toHaveLength(1))
    await screen.findByText('A verification email was sent to ada@example.com.')
    expect(screen.getByRole('button', { name: 'Resend email' })).toHaveProperty('disabled', true)
  })
})

describe('whoever made the workspace already', () => {
  const membership = {
    workspace_id: 9,
    slug: 'zeta',
    name: 'Zeta',
    logo_url: null,
    role: 'owner',
    receive_daily_summary: true,
  }
  const made = '&slug=zeta&plan=starter'
  let left: string[]

  beforeEach(() => {
    answers['POST /api/v1/auth/access-token'] = { token: tokenFor(3600) }
    answers['POST /rest/v1/rpc/me'] = { ...ada, memberships: [membership] }
    left = []
    vi.stubGlobal('location', {
      ...window.location,
      href: window.location.href,
      origin: window.location.origin,
      host: window.location.host,
      protocol: window.location.protocol,
      replace: (target: string) => left.push(target),
    })
  })

  it.each(['/welcome/verify?email=ada%40example.com', named])(
    'goes on from %s where the workspace is',
    async (path) => {
      open(path + made)
      await waitFor(() =>
        expect(left).toEqual(['http://zeta.waymark.localhost:3000/welcome/choose-your-plan?plan=starter']),
      )
      expect(screen.queryByLabelText('Confirmation code')).toBeNull()
    },
  )

  it('tells about themselves first when that is open', async () => {
    answers['POST /rest/v1/rpc/me'] = { ...ada, memberships: [membership], is_account_info_collected: false }
    open(`/welcome/verify?email=ada%40example.com${made}`)
    await waitFor(() =>
      expect(left).toEqual(['http://zeta.waymark.localhost:3000/welcome/account?plan=starter']),
    )
  })

  it('may make another one, with their workspaces a click away', async () => {
    open('/welcome/verify?email=ada%40example.com&slug=another')
    await screen.findByLabelText('Confirmation code')
    open('/welcome')
    const link = await screen.findByRole('link', { name: 'Go to your workspaces' })
    expect(link.getAttribute('href')).toBe('/auth')
    expect(left).toEqual([])
  })
})
