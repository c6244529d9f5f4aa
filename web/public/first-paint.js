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
})()
