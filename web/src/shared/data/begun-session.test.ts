// The token that a page of documentation asks for before the app runs, and the app that takes it up.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, json, problem, tokenFor } from '../testing/server.ts'
import { sessionState, startSession, stopSession } from './session.ts'

const script = readFileSync(join(import.meta.dirname, '../../../public/first-paint.js'), 'utf8')
const refreshPath = 'POST /api/v1/auth/access-token/d2s6Nw'

type Work = (lock: object | null) => Promise<unknown>

/** Names of locks that are held by tabs of this browser. */
let held: string[]

/** Locks of a browser; what is held stays so until its work has ended. */
async function request(name: string, options: Work | { ifAvailable?: boolean; mode?: string }, later?: Work) {
  const work = typeof options === 'function' ? options : later
  if (!work) throw new Error('No work')
  const shared = typeof options === 'object' && options.mode === 'shared'
  if (!shared && held.includes(name)) {
    if (typeof options === 'object' && options.ifAvailable) return work(null)
    await vi.waitUntil(() => !held.includes(name))
  }
  held.push(name)
  try {
    return await work({})
  } finally {
    held.splice(held.indexOf(name), 1)
  }
}

beforeEach(() => {
  held = []
  const query = async () => ({ held: held.map((name) => ({ name })) })
  vi.stubGlobal('navigator', { ...window.navigator, locks: { request, query } })
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList
  document.head.innerHTML = '<meta name="waymark-workspace" content="d2s6Nw">'
})
afterEach(() => {
  stopSession()
  delete window.__WAYMARK_SESSION__
  document.head.innerHTML = ''
})

const openPage = () => runInThisContext(script)

it('is asked for by the page, and by the app no more', async () => {
  const token = tokenFor(3600)
  const received = fakeServer({ [refreshPath]: { token } })
  openPage()
  await vi.waitUntil(() => received.length === 1)
  await startSession('d2s6Nw')
  expect(sessionState()).toMatchObject({ status: 'signed-in', token })
  expect(received).toHaveLength(1)
})

it('lets no other tab ask until the app has taken it', async () => {
  fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
  openPage()
  await window.__WAYMARK_SESSION__?.answer
  expect(held).toEqual(['waymark-session'])
  await startSession('d2s6Nw')
  await vi.waitUntil(() => !held.includes('waymark-session'))
  // From now on this tab answers the others.
  expect(held).toEqual(['waymark-session-holder'])
})

it('is not asked for by visitors, nor on a page that names no workspace', () => {
  const received = fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
  document.head.innerHTML = ''
  openPage()
  document.head.innerHTML = '<meta name="waymark-workspace" content="d2s6Nw">'
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'waymark_session=; Max-Age=0'
  openPage()
  expect([received, held]).toEqual([[], []])
})

it.each(['waymark-session', 'waymark-session-holder'])(
  'is left to another tab that holds %s',
  async (name) => {
    const received = fakeServer({ [refreshPath]: { token: tokenFor(3600) } })
    held.push(name)
    openPage()
    expect(await window.__WAYMARK_SESSION__?.answer).toBeNull()
    expect(received).toEqual([])
  },
)

it('says why the server refused it, with no second request', async () => {
  const received = fakeServer({
    [refreshPath]: () => problem(403, 'INSUFFICIENT_PERMISSIONS', 'Not a member.'),
  })
  openPage()
  await startSession('d2s6Nw')
  expect(sessionState()).toEqual({ status: 'signed-out', reason: 'not-member' })
  expect(received).toHaveLength(1)
})

it('says why the session ended, though its mark went with the answer', async () => {
  fakeServer({
    [refreshPath]: () => {
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
      document.cookie = 'waymark_session=; Max-Age=0'
      return problem(403, 'INSUFFICIENT_PERMISSIONS', 'Not a member.')
    },
  })
  openPage()
  await startSession('d2s6Nw')
  expect(sessionState()).toEqual({ status: 'signed-out', reason: 'not-member' })
})

it('is not taken up once somebody else has signed in meanwhile', async () => {
  let token = tokenFor(3600)
  const received = fakeServer({ [refreshPath]: () => json(200, { token }) })
  openPage()
  await window.__WAYMARK_SESSION__?.answer
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'waymark_account=auth-bea'
  token = tokenFor(3600, 'auth-bea')
  await startSession('d2s6Nw')
  expect(sessionState()).toMatchObject({ status: 'signed-in', authId: 'auth-bea' })
  expect(received).toHaveLength(2)
})

it('is asked for by the app where the page got no answer', async () => {
  let isUp = false
  fakeServer({
    [refreshPath]: () => {
      if (!isUp) throw new TypeError('offline')
      return json(200, { token: tokenFor(3600) })
    },
  })
  openPage()
  expect(await window.__WAYMARK_SESSION__?.answer).toBeNull()
  isUp = true
  await startSession('d2s6Nw')
  expect(sessionState().status).toBe('signed-in')
})

it('is of no use to another workspace, whose token is asked for', async () => {
  const received = fakeServer({
    [refreshPath]: { token: tokenFor(3600) },
    'POST /api/v1/auth/access-token/d2s6OA': { token: tokenFor(3600, 'auth-bea') },
  })
  openPage()
  await window.__WAYMARK_SESSION__?.answer
  await startSession('d2s6OA')
  expect(sessionState()).toMatchObject({ status: 'signed-in', authId: 'auth-bea' })
  expect(received).toHaveLength(2)
})
