// What runs before the app: colours, and the words of a page until the app shows them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/first-paint.js'), 'utf8')

beforeEach(() => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList
  document.body.innerHTML = '<div id="root"></div><div id="first-text"><main><h1>List pets</h1></main></div>'
  runInThisContext(script)
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
