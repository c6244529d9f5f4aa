// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../testing/host.ts'
import { useSession, useSessionContext, useUser } from '@supabase/auth-helpers-react'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { acme, renderAt } from '../testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest, tokenFor } from '../testing/server.ts'
import { adoptToken, renewToken } from './session.ts'
import { useSupabaseClient } from './supabase-context.tsx'
import { useScope } from './workspace.tsx'

const refresh = 'POST /api/v1/auth/access-token/d2s6Nw'
let answers: Answers
let requests: ReceivedRequest[]
let seen: string[]

beforeEach(() => {
  seen = []
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    [refresh]: () => json(200, { token: tokenFor(3600) }),
    'POST /api/v1/auth/logout': {},
    'GET /rest/v1/teams': [{ name: 'Makers' }],
  }
  requests = fakeServer(answers)
})

/** What a component of the ecosystem shows. */
function Who() {
  const { isLoading } = useSessionContext()
  const user = useUser()
  const session = useSession()
  const { viewer } = useScope()
  const supabase = useSupabaseClient()
  seen.push(`${user?.id ?? 'nobody'} reads as ${viewer ?? 'nobody'}`)
  return (
    <>
      <p>{isLoading ? 'Not known yet' : `Here is ${user?.id ?? 'nobody'}`}</p>
      <p data-testid="token">{session?.access_token}</p>
      <button type="button" onClick={() => void supabase.auth.signOut()}>
        Leave
      </button>
      <button
        type="button"
        onClick={async () => {
          const { data } = await supabase.from('teams').select('name')
          document.title = JSON.stringify(data)
        }}
      >
        Read
      </button>
    </>
  )
}

const shownToken = () => screen.getByTestId('token').textContent

it('says nothing of a person before the server has', async () => {
  let answer: (response: Response) => void = () => undefined
  answers[refresh] = () => new Promise<Response>((resolve) => (answer = resolve))
  renderAt('/', <Who />)
  await waitFor(() => expect(requests.some(({ path }) => path.includes('access-token'))).toBe(true))
  expect(screen.getByText('Not known yet')).toBeTruthy()
  answer(json(200, { token: tokenFor(3600) }))
  await screen.findByText('Here is auth-ada')
})

it('hands a renewed token to who reads the session', async () => {
  renderAt('/', <Who />)
  await screen.findByText('Here is auth-ada')
  const first = shownToken()
  const second = tokenFor(3600)
  answers[refresh] = () => json(200, { token: second })
  await act(() => renewToken())
  expect(first).not.toBe(second)
  expect(shownToken()).toBe(second)
})

it('knows nobody once somebody signed out in another tab', async () => {
  renderAt('/', <Who />)
  await screen.findByText('Here is auth-ada')
  const event = { key: 'waymark-logout', newValue: JSON.stringify({ reason: 'logged-out' }) }
  act(() => void window.dispatchEvent(new StorageEvent('storage', event)))
  expect(screen.getByText('Here is nobody')).toBeTruthy()
  expect(shownToken()).toBe('')
})

it('signs out on the server by its client', async () => {
  const { user } = renderAt('/', <Who />)
  await screen.findByText('Here is auth-ada')
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByText('Here is nobody')
  expect(requests.some(({ path }) => path === '/api/v1/auth/logout')).toBe(true)
})

it('changes the person in the same render in which queries change the viewer', async () => {
  renderAt('/', <Who />)
  await screen.findByText('Here is auth-ada')
  seen.length = 0
  act(() => adoptToken(tokenFor(3600, 'auth-bob')))
  expect(screen.getByText('Here is auth-bob')).toBeTruthy()
  expect([...new Set(seen)]).toEqual(['auth-bob reads as auth-bob'])
})

it('reads the database in the name of who is there', async () => {
  const { user } = renderAt('/', <Who />)
  await screen.findByText('Here is auth-ada')
  await user.click(screen.getByRole('button', { name: 'Read' }))
  await waitFor(() => expect(document.title).toBe('[{"name":"Makers"}]'))
  const received = requests.find(({ path }) => path.startsWith('/rest/v1/teams'))
  expect(received?.headers.get('Authorization')).toBe(`Bearer ${shownToken()}`)
})
