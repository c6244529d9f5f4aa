// Before anything is painted: light or dark as was chosen on any host, which the app else says only once it runs. Loaded by
// the page itself, because its policy lets no script stand in it (docs/decisions/0300-colours-before-the-first-paint.md).
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
})()
