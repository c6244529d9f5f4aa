import '../testing/host.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, json, problem, type ReceivedRequest, tokenFor } from '../testing/server.ts'
import { callAsMe } from './as-me.ts'
import { startSession, stopSession } from './session.ts'
import { rpc } from './supabase.ts'

const refresh = 'POST /api/v1/auth/access-token'
const [old, fresh] = [tokenFor(3600), tokenFor(3600)]
const isFresh = ({ headers }: ReceivedRequest) => headers.get('authorization') === `Bearer ${fresh}`

let answers: Answers
let received: ReceivedRequest[]
const reported = vi.fn()
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(reported)
  reported.mockClear()
  answers = { [refresh]: { token: old } }
  received = fakeServer(answers)
  await startSession(null)
  answers[refresh] = { token: fresh }
})
afterEach(() => {
  stopSession()
  vi.restoreAllMocks()
})

describe('a token that the server no longer accepts', () => {
  it('is reported and renewed for the database, and the request repeated', async () => {
    answers['POST /rest/v1/rpc/me'] = (one: ReceivedRequest) =>
      isFresh(one)
        ? json(200, { id: 1 })
        : json(401, { code: 'PGRST301', message: 'No suitable key', details: null, hint: null })
    expect(await rpc('me')).toEqual({ id: 1 })
    expect(reported).toHaveBeenCalledWith(expect.stringContaining('invalid-jwt'))
  })

  it('is reported and renewed for the facade, and the call repeated', async () => {
    answers['POST /api/v1/auth/password'] = (one: ReceivedRequest) =>
      isFresh(one) ? new Response(null, { status: 204 }) : problem(401, 'INVALID_TOKEN', 'Not valid.')
    await callAsMe('/auth/password', { method: 'POST', json: { new_password: 'secret1' } })
    expect(reported).toHaveBeenCalledWith(expect.stringContaining('invalid-jwt'))
    expect(received.map(({ path }) => path)).toEqual([
      '/api/v1/auth/access-token',
      '/api/v1/auth/password',
      '/api/v1/auth/access-token',
      '/api/v1/auth/password',
    ])
  })

  it('is renewed once, then the refusal stands', async () => {
    answers['GET /api/v1/auth/sessions'] = () => problem(401, 'TOKEN_EXPIRED', 'The token has expired.')
    await expect(callAsMe('/auth/sessions')).rejects.toThrow('The token has expired.')
    expect(received.filter(({ path }) => path === '/api/v1/auth/sessions')).toHaveLength(2)
  })

  it('is not what a wrong password is', async () => {
    answers['POST /api/v1/auth/connect'] = () => problem(401, 'UNAUTHENTICATED', 'The password is incorrect.')
    await expect(callAsMe('/auth/connect', { method: 'POST', json: {} })).rejects.toThrow('incorrect')
    expect(received).toHaveLength(2)
    expect(reported).not.toHaveBeenCalled()
  })
})
