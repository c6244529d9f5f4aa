// The Studio's service worker answers with what the network has in whole, else with what it kept.
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = await readFile(new URL('../../web/service-worker.js', import.meta.url), 'utf8')
const origin = 'https://waymark.example'

/** What the worker answers where a network answers so, and gives up what it waits for when `stop` says so. */
async function answered(network: (stop: AbortController) => Promise<Response>, path = '/studio/pets') {
  const stop = new AbortController()
  const listeners = new Map<string, (event: unknown) => void>()
  const cache = { match: async (kept: string) => new Response(`kept ${kept}`) }
  runInNewContext(script, {
    files: [],
    cacheName: 'waymark-studio-1',
    self: {
      location: { origin },
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    },
    caches: { open: async () => cache },
    fetch: () => network(stop),
    AbortSignal: { timeout: () => stop.signal },
    URL,
    Response,
  })
  let answer: Promise<Response> | undefined
  const mode = path.startsWith('/studio/') ? 'navigate' : 'no-cors'
  listeners.get('fetch')?.({
    request: { method: 'GET', url: origin + path, mode },
    respondWith: (given: Promise<Response>) => {
      answer = given
    },
  })
  return answer
}

/** A body that begins, and breaks off where it is not waited for any longer. */
async function halfAnswer(stop: AbortController): Promise<Response> {
  const body = new ReadableStream({
    start(half) {
      half.enqueue(new TextEncoder().encode('<h1>begin'))
      stop.signal.addEventListener('abort', () => half.error(stop.signal.reason))
    },
  })
  // The head has come in time: the rest has not.
  setTimeout(() => stop.abort())
  return new Response(body)
}

it.each([
  ['/studio/pets', 'kept /studio/'],
  ['/config.js', 'kept /config.js'],
])('has what was kept of %s where only a part of it comes', async (path, kept) => {
  const answer = await answered(halfAnswer, path)
  expect(await answer?.text()).toBe(kept)
})

it('hands on what has come in whole, with its status and headers', async () => {
  const head = { status: 404, headers: { 'Content-Type': 'text/html', 'X-Of': 'the network' } }
  const answer = await answered(async () => new Response('whole', head))
  expect([answer?.status, answer?.headers.get('x-of'), await answer?.text()]).toEqual([
    404,
    'the network',
    'whole',
  ])
})

it('leaves to the browser what leads elsewhere, and has no body', async () => {
  const leading = new Response(null)
  Object.defineProperty(leading, 'type', { value: 'opaqueredirect' })
  expect(await answered(async () => leading)).toBe(leading)
  const empty = new Response(null, { status: 204 })
  expect(await answered(async () => empty)).toBe(empty)
})

it.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['fails', async () => new Response('broken', { status: 502 })],
])('has what was kept where the network %s', async (_what, network) => {
  expect(await (await answered(network))?.text()).toBe('kept /studio/')
})
