// Scripts of others in the page itself: of two vendors, from their own hosts alone, never of a workspace's making.
import { config } from '../../../shared/config/config.ts'
import type { Tags } from './which.ts'

declare global {
  interface Window {
    Localize?: { initialize(options: { key: string; rememberLanguage: boolean }): void }
  }
}

/** Whether they have been put into this document, which nothing takes them out of again. */
let isLoaded = false
let isWanted = false

/**
 * Loads what the workspace has set; the answer ends it. A document that they are in is loaded anew when its reader
 * leaves the documentation or signs in: passwords are not typed beside them, and they see no session.
 */
export function loadScripts({ localizejs, show_userway }: Tags): () => void {
  isWanted = true
  if (!isLoaded) {
    if (localizejs)
      add('https://global.localizecdn.com/localize.js').addEventListener('load', () =>
        window.Localize?.initialize({ key: localizejs, rememberLanguage: true }),
      )
    if (show_userway && config.userwayAccount)
      add('https://cdn.userway.org/widget.js').dataset.account = config.userwayAccount
  }
  return () => {
    isWanted = false
    // What is only shown anew wants them at once again.
    queueMicrotask(() => isLoaded && !isWanted && window.location.reload())
  }
}

function add(src: string): HTMLScriptElement {
  isLoaded = true
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
  return script
}
