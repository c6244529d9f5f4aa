// The share link that this tab was opened by: what it opens is read with it, signed in or not.
const storageKey = 'waymark-share'
const form = /^wms_[A-Za-z0-9_-]{43}$/

let held: string | null | undefined

/** The token of the link, or null; every question to the database carries it. */
export function shareToken(): string | null {
  held ??= read()
  return held
}

/** Holds the token of a link for as long as the page is open; whether it looks like one at all. */
export function holdShareToken(token: string): boolean {
  if (!form.test(token)) return false
  held = token
  return true
}

/** Keeps it for as long as the tab is open. */
export function keepShareToken(token: string): boolean {
  if (!holdShareToken(token)) return false
  try {
    window.sessionStorage.setItem(storageKey, token)
  } catch {
    // Without storage it is held until the page is loaded again.
  }
  return true
}

function read(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
