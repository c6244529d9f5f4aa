// What runs before the app: colours, and the words of a page until the app shows them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, runInThisContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/first-paint.js'), 'utf8')

beforeEach(() => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList
  document.body.innerHTML = '<div id="root"></div><div id="first-text"><main><h1>List pets</h1></main></div>'
  runInThisContext(script, { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER })
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
  window.dispatchEvent(new Event('DOMContentLoaded'))
  await seen()
  const preloads = () =>
    new Set(
      [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href')),
    )
  expect(preloads()).toEqual(new Set())
  for (const frame of painted) frame(0)
  await vi.waitFor(() => expect(globalThis).toHaveProperty('order', ['react', 'docs', 'app']))
  expect(preloads()).toEqual(new Set(addresses))
})
