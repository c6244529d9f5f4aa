// The Studio's service worker: the program of the Studio, kept so that it starts without a network. It is in charge of
// pages below /studio/ alone, and of what they load answers addresses and program files, never what the API says.
// `files` and `cacheName` are written by the build (web/shell-cache.ts): one release is one cache, filled whole or not at
// all, and a page keeps the release that it began with until it is closed.
/* global files, cacheName */

const page = '/studio/'
const settings = '/config.js'
const fixed = ['/favicon.svg', '/first-paint.js']
/** A network that has not answered the question for a page in whole by then is none, ms. */
const patienceMs = 4_000

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) =>
      // Not what the browser's own cache holds of the page: that may be of another release.
      cache.addAll([page, settings, ...files].map((path) => new Request(path, { cache: freshness(path) }))),
    ),
  )
})

self.addEventListener('activate', (event) => {
  // No page of a former release is open any more.
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('waymark-studio-') && name !== cacheName)
            .map((name) => caches.delete(name)),
        ),
      ),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname.startsWith(page)) event.respondWith(newest(request, page))
  } else if (pathname === settings) event.respondWith(newest(request, settings))
  else if (pathname.startsWith('/assets/') || fixed.includes(pathname)) event.respondWith(kept(request))
})

/** What the network has, else what was kept under a path: a page half of which comes is none. */
async function newest(request, path) {
  const cache = await caches.open(cacheName)
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    // Where it leads elsewhere, the browser goes itself, and an answer without a body is whole.
    if (answer.type === 'opaqueredirect' || (answer.status < 500 && !answer.body)) return answer
    if (answer.status < 500) return new Response(await answer.blob(), answer)
  } catch {
    // No network, or one that does not answer.
  }
  return (await cache.match(path, { ignoreVary: true })) ?? Response.error()
}

/** A file whose name says what is in it, once it was loaded. */
async function kept(request) {
  const cache = await caches.open(cacheName)
  const found = await cache.match(request, { ignoreVary: true, ignoreSearch: true })
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') await cache.put(request, answer.clone())
  return answer
}

function freshness(path) {
  return path.startsWith('/assets/') ? 'default' : 'reload'
}
