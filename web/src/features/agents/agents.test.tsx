// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/oauth/authorize" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acme, ada, renderAt } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import AgentRoutes from './routes.tsx'

const look = 'POST /rest/v1/rpc/oauth_request'
const allow = 'POST /rest/v1/rpc/allow_oauth_client'
const challenge = 'c'.repeat(43)
const asked = {
  response_type: 'code',
  client_id: 'agent-1',
  redirect_uri: 'https://agent.example/back?kept=1',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 's&x=1',
  resource: 'http://acme.waymark.localhost:3000/api/v1/mcp',
}

let answers: Answers
let requests: ReceivedRequest[]
const left = vi.fn()
beforeEach(() => {
  left.mockClear()
  // What jsdom does not do: leave the page.
  vi.stubGlobal('location', Object.assign(new URL(window.location.href), { assign: left }))
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    [look]: { name: 'Claude Code', registered_at: '2026-01-01T00:00:00Z', workspace: 'Acme' },
  }
  requests = fakeServer(answers)
})
afterEach(() => vi.unstubAllGlobals())

const open = (query: Partial<Record<keyof typeof asked, string>> = asked) =>
  renderAt(
    `/oauth/authorize?${new URLSearchParams(query)}`,
    <Routes>
      <Route path="/oauth/authorize" element={<AgentRoutes />} />
    </Routes>,
  )
const sentTo = () => new URL(String(left.mock.calls[0]?.[0]))

it('names the agent and who gets the answer, and takes the code there', async () => {
  answers[allow] = 'the-code'
  const { user } = open()
  for (const text of ['Claude Code', 'agent.example']) await screen.findByText(text)
  expect(screen.getAllByText('Acme', { selector: 'dd' })).toHaveLength(1)
  expect(left).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(left).toHaveBeenCalled())
  expect(Object.fromEntries(sentTo().searchParams)).toEqual({
    kept: '1',
    code: 'the-code',
    state: 's&x=1',
    iss: 'http://acme.waymark.localhost:3000',
  })
  expect(requests.find(({ path }) => path.endsWith('allow_oauth_client'))?.body).toEqual({
    p_workspace_id: acme.id,
    p_client_id: 'agent-1',
    p_redirect_uri: asked.redirect_uri,
    p_challenge: challenge,
    p_resource: asked.resource,
  })
})

it('says no, without asking the server', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Refuse' }))
  expect(sentTo().searchParams.get('error')).toBe('access_denied')
  expect(sentTo().searchParams.get('code')).toBeNull()
  expect(requests.some(({ path }) => path.endsWith('allow_oauth_client'))).toBe(false)
})

it('sends nobody anywhere for an agent that is not known', async () => {
  answers[look] = { name: null, registered_at: null, workspace: null }
  open()
  await screen.findByText('This agent can not be let in')
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  expect(left).not.toHaveBeenCalled()
})

it.each([
  ['no challenge', { code_challenge: '' }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['a token in the address', { response_type: 'token' }],
  ['nowhere to go', { redirect_uri: '' }],
  ['a port that is none', { redirect_uri: 'https://agent.example:99999/' }],
])('refuses %s here', async (_what, changed) => {
  open({ ...asked, ...changed })
  await screen.findByText('This agent can not be let in')
  expect(requests.some(({ path }) => path.endsWith('oauth_request'))).toBe(false)
})

it('stays where it may not be allowed, and where the server does not answer', async () => {
  answers[allow] = () => problem(503, 'SERVICE_UNAVAILABLE', 'Not now.')
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Allow' }))
  await screen.findByRole('alert')
  answers[allow] = () => json(200, null)
  await user.click(screen.getByRole('button', { name: 'Allow' }))
  await screen.findByText(/Start again in the agent/)
  expect(left).not.toHaveBeenCalled()
})

it('is read where its id says that it is described, and shown by that host', async () => {
  answers['POST /api/v1/auth/oauth/client'] = { is_known: true }
  open({ ...asked, client_id: 'https://tools.example/client.json' })
  await screen.findByText('tools.example')
  const paths = requests.map(({ path }) => path).filter((path) => path.includes('oauth'))
  expect(paths.slice(0, 2)).toEqual(['/api/v1/auth/oauth/client', '/rest/v1/rpc/oauth_request'])
})

it.each(['https://elsewhere.example/api/v1/mcp', 'http://acme.waymark.localhost:3000/api/v1', ''])(
  'is not asked about where the agent means to ask another server: %j',
  async (resource) => {
    open({ ...asked, resource })
    await screen.findByRole('heading', { name: 'This agent can not be let in' })
    expect(requests.some(({ path }) => path.endsWith('oauth_request'))).toBe(false)
  },
)
