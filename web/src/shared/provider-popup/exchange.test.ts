// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/auth" }
import '../testing/host.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answerAsker,
  answerOpener,
  codeFrom,
  graceMs,
  isOwnOrigin,
  type OtherWindow,
  repeatMs,
} from './exchange.ts'
import { newState } from './state.ts'

const HERE = 'http://acme.waymark.localhost:3000'
const BASE = 'http://waymark.localhost:3000'

/** A window that remembers what it received. */
function aWindow() {
  const received: { data: unknown; origin: string }[] = []
  const fake = {
    closed: false,
    postMessage: (data: unknown, origin: string) => void received.push({ data, origin }),
  }
  return { window: fake, received }
}

function say(data: unknown, source: OtherWindow, origin = HERE) {
  // A message is only made with a source that is a window of jsdom.
  const message = new MessageEvent('message', { data, origin })
  window.dispatchEvent(Object.defineProperty(message, 'source', { value: source }))
}

/** How a promise ended: its value, or the message it was rejected with. */
async function endOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: Error) => `refused: ${error.message}`)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('the tab that opened the popup', () => {
  const state = newState()
  const callback = (more: object = {}) => ({
    type: 'oauth2.callback',
    code: 'abc',
    error: null,
    state,
    redirectUri: `${BASE}/oauth/callback`,
    iss: null,
    ...more,
  })
  const answer = { code: 'abc', redirectUri: `${BASE}/oauth/callback`, iss: null }

  it('tells its state at once and every 500 ms, to this installation only, until it has the code', async () => {
    const { window: popup, received } = aWindow()
    const code = codeFrom(popup, state)
    expect(received).toEqual([
      { data: { type: 'oauth2.state', state }, origin: HERE },
      { data: { type: 'oauth2.state', state }, origin: BASE },
    ])
    vi.advanceTimersByTime(repeatMs * 2)
    expect(received).toHaveLength(6)
    say(callback(), popup)
    expect(await code).toEqual(answer)
    vi.advanceTimersByTime(repeatMs * 4)
    expect(received).toHaveLength(6)
  })

  it('takes the code from the base host, where default configurations come back to', async () => {
    const { window: popup } = aWindow()
    const code = codeFrom(popup, state)
    say(callback(), popup, BASE)
    expect(await code).toEqual(answer)
  })

  it.each([
    ['another origin', callback(), 'https://evil.example'],
    ['another workspace', callback(), 'http://evil.waymark.localhost:3000'],
    ['another state', callback({ state: newState() }), HERE],
  ])('refuses an answer of %s', async (_who, data, origin) => {
    const { window: popup } = aWindow()
    const code = endOf(codeFrom(popup, state))
    say(data, popup, origin)
    expect(await code).toBe('refused: Encountered an error during authentication')
  })

  it('refuses an answer that another window gives', async () => {
    const code = endOf(codeFrom(aWindow().window, state))
    say(callback(), aWindow().window)
    expect(await code).toBe('refused: Encountered an error during authentication')
  })

  it('tells what the provider said', async () => {
    const { window: popup } = aWindow()
    const code = endOf(codeFrom(popup, state))
    say(callback({ code: null, error: 'The user has denied access.' }), popup)
    expect(await code).toBe('refused: The user has denied access.')
  })

  it('waits a moment after the popup has closed: the answer may be on its way', async () => {
    const { window: popup } = aWindow()
    const code = codeFrom(popup, state)
    popup.closed = true
    vi.advanceTimersByTime(repeatMs + graceMs - 1)
    say(callback(), popup)
    expect(await code).toEqual(answer)
  })

  it('gives up when that moment has passed', async () => {
    const { window: popup } = aWindow()
    const code = endOf(codeFrom(popup, state))
    popup.closed = true
    vi.advanceTimersByTime(repeatMs + graceMs)
    expect(await code).toBe('refused: Oauth popup closed before code could be obtained.')
  })

  it('is not bothered by messages of other things', async () => {
    const { window: popup } = aWindow()
    const code = codeFrom(popup, state)
    say({ type: 'webpackOk' }, popup)
    say('hello', popup, 'https://evil.example')
    say(callback(), popup)
    expect(await code).toEqual(answer)
  })
})

describe('the callback screen in the popup', () => {
  const answer = {
    code: 'abc',
    error: null,
    state: newState(),
    redirectUri: `${BASE}/oauth/callback`,
    iss: null,
  }

  it('answers the opener that knows the state, at its origin', () => {
    const { window: opener, received } = aWindow()
    const answered = vi.fn()
    answerOpener(opener, answer, answered)
    say({ type: 'oauth2.state', state: answer.state }, opener)
    expect(received).toEqual([{ data: { type: 'oauth2.callback', ...answer }, origin: HERE }])
    expect(answered).toHaveBeenCalledOnce()
  })

  it('gives no code to an opener with another state', () => {
    const { window: opener, received } = aWindow()
    answerOpener(opener, answer, () => undefined)
    say({ type: 'oauth2.state', state: newState() }, opener)
    expect(JSON.stringify(received)).not.toContain('abc')
  })

  it.each([
    ['a foreign page', 'https://evil.example'],
    ['a look-alike', 'http://evilwaymark.localhost:3000'],
    ['another protocol', 'https://acme.waymark.localhost:3000'],
  ])('does not speak to %s', (_who, origin) => {
    const { window: opener, received } = aWindow()
    answerOpener(opener, answer, () => undefined)
    say({ type: 'oauth2.state', state: answer.state }, opener, origin)
    expect(received).toEqual([])
  })

  it('knows the hosts of this installation', () => {
    expect([BASE, HERE, 'http://globex.waymark.localhost:3000'].every(isOwnOrigin)).toBe(true)
  })
})

describe('the callback screen in a popup without an opener', () => {
  const answer = {
    code: 'abc',
    error: null,
    state: newState(),
    redirectUri: `${HERE}/oauth/try-it`,
    iss: null,
  }

  it('answers the page of its origin that knows the state', () => {
    const { window: asker, received } = aWindow()
    const answered = vi.fn()
    answerAsker(answer, answered)
    say({ type: 'oauth2.state', state: newState() }, asker)
    say({ type: 'oauth2.state', state: answer.state }, asker, 'http://globex.waymark.localhost:3000')
    expect(received).toEqual([])
    say({ type: 'oauth2.state', state: answer.state }, asker)
    expect(received).toEqual([{ data: { type: 'oauth2.callback', ...answer }, origin: HERE }])
    expect(answered).toHaveBeenCalledOnce()
  })
})
