import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json, problem, tokenFor } from '../testing/server.ts'
import {
  accessToken,
  adoptToken,
  checkEveryMs,
  logout,
  retryMs,
  sessionState,
  startSession,
  stopSession,
} from './session.ts'

const refreshPath = 'POST /api/v1/auth/access-token/d2s6Nw'
const workspace = 'd2s6Nw'

/** Tabs of one browser share locks; jsdom has none. Shared ones are held beside each other. */
function fakeLocks() {
  let tail: Promise<unknown> = Promise.resolve()
  let busy = 0
  type Work = (lock: object | null) => Promise<unknown>
  type Options = { ifAvailable?: boolean; mode?: 'shared' }
  const request = (_name: string, options: Work | Options, later?: Work) => {
    const work = typeof options === 'function' ? options : (later as Work)
    if (typeof options === 'object' && options.mode === 'shared') return work({})
    if (typeof options === 'object' && options.ifAvailable && busy > 0) return work(null)
    busy++
    const run = tail.then(() => work({})).finally(() => busy--)
    tail = run.catch(() => undefined)
    return run
  }
  vi.stubGlobal('navigator', { ...window.navigator, locks: { request } })
}

beforeEach(() => {
  vi.useFakeTimers()
  fakeLocks()
})
afterEach(() => {
  stopSession()
  vi.useRealTimers()
})

describe('a session', () => {
  it('starts signed in when the cookie gives a token', async () => {
    const token = tokenFor(3600)
    fakeServer({ [refreshPath]: { token } })
    await startSession(workspace)
    expect(sessionState()).toMatchObject({ status: 'signed-in', token, authId: 'auth-ada' })
  })

  it('is quietly signed out without a cookie', async () => {
    fakeServer({ [refreshPath]: () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided') })
    await startSession(workspace)
    expect(sessionState()).toEqual({ status: 'signed-out', reason: 'none' })
  })

  it('says why the server ended it, and keeps the words of the first refusal', async () => {
    const sentence = 'You were signed out because the password was changed.'
    let calls = 0
    fakeServer({
      [refreshPath]: () =>
        ++calls === 1
          ? problem(401, 'INVALID_TOKEN', sentence, { reason: 'password_changed' })
          : problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
    })
    await startSession(workspace)
    expect(sessionState()).toEqual({ status: 'signed-out', reason: 'ended', message: sentence })
  })

  it('is waited for while the server gives no answer, and is there when it does', async () => {
    let isUp = false
    const token = tokenFor(3600)
    fakeServer({
      [refreshPath]: () => (isUp ? json(200, { token }) : problem(503, 'INTERNAL_SERVER_ERROR', 'down')),
    })
    await startSession(workspace)
    expect(sessionState()).toEqual({ status: 'loading', unreachable: true })
    isUp = true
    await vi.advanceTimersByTimeAsync(retryMs)
    expect(sessionState()).toMatchObject({ status: 'signed-in', token })
  })

  it('is not asked for in a browser that has none', async () => {
    const received = fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = 'waymark_session=; Max-Age=0'
    await startSession(workspace)
    expect(sessionState()).toEqual({ status: 'signed-out', reason: 'none' })
    expect(received).toEqual([])
  })

  it('says who owns a locked workspace', async () => {
    const more = { owner_email: 'owner@acme.test', lock_reason: 'failed_payment' }
    fakeServer({
      [refreshPath]: () => problem(403, 'WORKSPACE_IS_LOCKED', 'This workspace is locked.', more),
    })
    await startSession(workspace)
    expect(sessionState()).toMatchObject({
      reason: 'locked',
      lock: { ownerEmail: 'owner@acme.test', reason: 'failed_payment' },
    })
  })

  it('knows a stranger from a visitor', async () => {
    fakeServer({ [refreshPath]: () => problem(403, 'INSUFFICIENT_PERMISSIONS', 'Not a member.') })
    await startSession(workspace)
    expect(sessionState()).toMatchObject({ status: 'signed-out', reason: 'not-member' })
  })

  it('refreshes in the background within 75 s of the end, not before', async () => {
    const received = fakeServer({ [refreshPath]: () => json(200, { token: tokenFor(120) }) })
    await startSession(workspace)
    await vi.advanceTimersByTimeAsync(2 * checkEveryMs)
    expect(received).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(checkEveryMs)
    expect(received).toHaveLength(2)
  })

  it('never hands out a token within 15 s of its end', async () => {
    const received = fakeServer({
      [refreshPath]: () => json(200, { token: tokenFor(received.length === 1 ? 14 : 3600) }),
    })
    await startSession(workspace)
    const first = sessionState()
    const token = await accessToken()
    expect(received).toHaveLength(2)
    expect(first).not.toMatchObject({ token })
  })

  it('asks the server once when several requests need a token at once', async () => {
    const received = fakeServer({
      [refreshPath]: () => json(200, { token: tokenFor(received.length === 1 ? 10 : 3600) }),
    })
    await startSession(workspace)
    const tokens = await Promise.all([accessToken(), accessToken(), accessToken()])
    expect(new Set(tokens).size).toBe(1)
    expect(received).toHaveLength(2)
  })

  it('tries once more when a tab of another workspace rotated the cookie first', async () => {
    const received = fakeServer({
      [refreshPath]: () =>
        received.length === 1 ? problem(401, 'INVALID_TOKEN', 'Used.') : json(200, { token: tokenFor(3600) }),
    })
    await startSession(workspace)
    expect(sessionState().status).toBe('signed-in')
  })

  it('survives a server that is away while the token still holds', async () => {
    const received = fakeServer({
      [refreshPath]: () => (received.length === 1 ? json(200, { token: tokenFor(70) }) : json(503, {})),
    })
    await startSession(workspace)
    await vi.advanceTimersByTimeAsync(checkEveryMs)
    expect(received.length).toBeGreaterThan(1)
    expect(sessionState().status).toBe('signed-in')
  })

  it('ends with a logout, and tells other tabs', async () => {
    const received = fakeServer({
      [refreshPath]: { token: tokenFor(3600) },
      'POST /api/v1/auth/logout': () => new Response(null, { status: 204 }),
    })
    await startSession(workspace)
    await logout()
    expect(sessionState()).toEqual({ status: 'signed-out', reason: 'logged-out' })
    expect(window.localStorage.getItem('waymark-logout')).not.toBeNull()
    expect(received.at(-1)?.path).toBe('/api/v1/auth/logout')
  })

  it('ends without calling the server when another tab logged out', async () => {
    const received = fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
    await startSession(workspace)
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'waymark-logout', newValue: '{"reason":"logged-out"}' }),
    )
    expect(sessionState()).toEqual({ status: 'signed-out', reason: 'logged-out' })
    expect(received).toHaveLength(1)
  })
})

describe('an old refresh token that was used somewhere', () => {
  it('is told as what ended the session', async () => {
    const words = 'Your session was used from another place and has been ended. Please log in again.'
    const received = fakeServer({
      [refreshPath]: () =>
        received.length === 1
          ? problem(401, 'INVALID_TOKEN', words, { reused: true })
          : problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
    })
    await startSession(workspace)
    expect(sessionState()).toEqual({ status: 'signed-out', reason: 'reused' })
  })
})

describe('a tab that had to wait for another', () => {
  it('takes the token it is told instead of rotating again', async () => {
    const received = fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
    void navigator.locks.request('waymark-session', async () => undefined)
    const starting = startSession(workspace)
    await vi.advanceTimersByTimeAsync(100)
    adoptToken(tokenFor(3600))
    await starting
    expect(received).toHaveLength(0)
  })

  it('asks for itself when nobody tells it anything', async () => {
    const received = fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
    void navigator.locks.request('waymark-session', async () => undefined)
    const starting = startSession(workspace)
    await vi.advanceTimersByTimeAsync(300)
    await starting
    expect(received).toHaveLength(1)
  })
})

describe('a session opened for a remembered workspace', () => {
  it('starts over when the host is another one now', async () => {
    const received = fakeServer({
      [refreshPath]: () => problem(403, 'INSUFFICIENT_PERMISSIONS', 'Not a member.'),
      'POST /api/v1/auth/access-token/d2s6OA': () => json(200, { token: tokenFor(3600) }),
    })
    await startSession(workspace)
    expect(sessionState().status).toBe('signed-out')
    await startSession('d2s6OA')
    expect(sessionState().status).toBe('signed-in')
    expect(received).toHaveLength(2)
  })
})
