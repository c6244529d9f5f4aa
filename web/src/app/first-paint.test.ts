// What runs before the app: colours, and the words of a page until the app shows them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/first-paint.js'), 'utf8')

const likes = (scheme: 'light' | 'dark') => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: media.includes(`: ${scheme}`), media }) as MediaQueryList
}
const run = () =>
  runInThisContext(script, { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER })

beforeEach(() => {
  likes('light')
  document.body.innerHTML = '<div id="root"></div><div id="first-text"><main><h1>List pets</h1></main></div>'
  run()
  window.dispatchEvent(new Event('DOMContentLoaded'))
})

const root = () => document.getElementById('root')
const words = () => document.getElementById('first-text')

/** Until what watches the page has seen the last change. */
const seen = () => new Promise((resolve) => setTimeout(resolve))

it('keeps the words of a page while the app only waits', async () => {
  root()?.append(document.createElement('progress'))
  await seen()
  expect(words()?.textContent).toBe('List pets')
})

it('takes them away as soon as the app shows a heading of its own', async () => {
  const screen = document.createElement('main')
  screen.innerHTML = '<h1>List pets</h1>'
  root()?.append(screen)
  await seen()
  expect(words()).toBeNull()
})

it('begins the scripts that the page lists one behind the other, once its words were painted', async () => {
  const noted = (name: string) =>
    `data:text/javascript,(globalThis.order ??= []).push(${JSON.stringify(name)})`.replaceAll('"', '%22')
  const addresses = ['react', 'docs', 'app'].map(noted)
  const list = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'app-scripts',
  })
  list.textContent = JSON.stringify(addresses)
  document.body.append(list)
  const painted: FrameRequestCallback[] = []
  window.requestAnimationFrame = (frame) => painted.push(frame)
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
  const started = vi.fn(() => expect(globalThis).toHaveProperty('order', ['react', 'docs', 'app']))
  window.addEventListener('app-scripts', started)
  window.dispatchEvent(new Event('DOMContentLoaded'))
  await seen()
  const preloads = () =>
    new Set(
      [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href')),
    )
  expect(preloads()).toEqual(new Set())
  for (const frame of painted) frame(0)
  // What waits for the last of them is told so, and no sooner.
  await vi.waitFor(() => expect(started).toHaveReturned(), 15_000)
  expect(preloads()).toEqual(new Set(addresses))
})

describe('before anything is painted', () => {
  // Wherever an older page kept its cookie, this one's host sees it.
  const keepCookie = (value: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = `theme=${value}; path=/`
  }
  afterEach(() => {
    keepCookie('; max-age=0')
    window.localStorage.clear()
  })

  it.each([
    ['the choice on another host', 'dark', 'light', 'light', 'dark'],
    ['the choice on this host', '', 'dark', 'light', 'dark'],
    ['what the system likes, where nothing was chosen', '', '', 'dark', 'dark'],
    ['what the system likes, where that was chosen', 'system', 'light', 'dark', 'dark'],
    ['light over a dark system', 'light', '', 'dark', 'light'],
    ['what the system likes, where nonsense is kept', 'purple', 'pink', 'dark', 'dark'],
  ] as const)('the page is in the colours of %s', (_what, cookie, kept, system, expected) => {
    document.documentElement.removeAttribute('data-color-scheme')
    if (cookie) keepCookie(cookie)
    if (kept) window.localStorage.setItem('mui-mode', kept)
    likes(system)
    run()
    expect(document.documentElement.getAttribute('data-color-scheme')).toBe(expected)
  })
})
