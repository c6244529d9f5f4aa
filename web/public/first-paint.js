// Before anything is painted: light or dark as was chosen on any host, which the app else says only once it runs; and what
// need not wait for the app. Loaded by the page itself, because its policy lets no script stand in it
// (docs/decisions/0300-colours-before-the-first-paint.md).
;(() => {
  let chosen
  try {
    const cookie = /(?:^|; )theme=(light|dark|system)(?:;|$)/.exec(document.cookie)
    chosen = cookie ? cookie[1] : localStorage.getItem('mui-mode')
  } catch {
    // Without storage it is as the system says.
  }
  if (chosen !== 'light' && chosen !== 'dark')
    chosen = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-color-scheme', chosen)

  // What the server wrote of the page is read until the app shows the same, or says why it does not: each of its screens
  // has a heading (docs/decisions/0440-words-before-the-app.md).
  addEventListener('DOMContentLoaded', () => {
    begin()
    const text = document.getElementById('first-text')
    const root = document.getElementById('root')
    if (!text || !root) return
    const watch = new MutationObserver(() => {
      if (!root.querySelector('h1')) return
      watch.disconnect()
      text.remove()
    })
    watch.observe(root, { childList: true, subtree: true })
  })

  // Whoever has a session gets their access token while the scripts come, where the page says for which workspace
  // (docs/decisions/0560-the-page-asks-for-the-token.md); `web/src/shared/data/begun-session.ts` takes it up.
  try {
    const workspace = document.querySelector('meta[name="waymark-workspace"]')
    if (workspace && navigator.locks && /(?:^|; )waymark_session=/.test(document.cookie))
      openSession(workspace.content)
  } catch {
    // Without cookies there is no session.
  }

  function openSession(workspaceId) {
    const [, account] = /(?:^|; )waymark_account=([^;]*)/.exec(document.cookie) ?? []
    let done
    const adopted = new Promise((resolve) => {
      done = resolve
    })
    const answer = new Promise((resolve) => {
      navigator.locks
        .request('waymark-session', { ifAvailable: true }, async (lock) => {
          // Another tab is at it, or has a token to hand on: the app asks it.
          if (!lock || (await isAnyTabSignedIn())) return resolve(null)
          const askedAt = Date.now()
          const response = await fetch(`/api/v1/auth/access-token/${workspaceId}`, {
            method: 'POST',
            headers: { Accept: 'application/json, application/problem+json', 'Waymark-Consumer': 'web' },
            // Whoever leaves before it is answered keeps the cookie that the answer brings, for theirs is spent.
            keepalive: true,
            signal: AbortSignal.timeout(180_000),
          })
          resolve({ status: response.status, body: await response.json(), askedAt })
          // The others wait until the app has sent them the token, unless it does not come.
          setTimeout(done, 10_000)
          await adopted
        })
        .catch(() => resolve(null))
    })
    window.__WAYMARK_SESSION__ = { workspaceId, account, answer, done }
  }

  async function isAnyTabSignedIn() {
    const { held } = await navigator.locks.query()
    return held.some(({ name }) => name === 'waymark-session-holder')
  }

  // Where the page has words, the app's scripts are listed: they are begun once these are painted, and run one after the
  // other, so that the page answers in between (docs/decisions/0490-the-app-starts-behind-the-words.md).
  function begin() {
    const list = document.getElementById('app-scripts')
    if (!list) return
    const scripts = JSON.parse(list.textContent)
    if (document.hidden) void run(scripts)
    else requestAnimationFrame(() => setTimeout(run, 0, scripts))
  }

  async function run(scripts) {
    for (const href of scripts) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      await answered()
    }
    for (const script of scripts) {
      // What one of them cannot do without it asks for itself.
      await import(script).catch((error) => console.error(error))
      await answered()
    }
    // The app waits for this: its entry is among them, and begins with them all.
    dispatchEvent(new Event('app-scripts'))
  }

  // A message is a task of its own: what waits is done before it.
  function answered() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(null)
    })
  }
})()
