// Where a page of the docs stands: the whole document, or an element on somebody else's page.
import { createContext, useContext } from 'react'

export interface PagePlace {
  /** What holds all of the page. */
  root: () => Document | ShadowRoot
  /** The element of the page with this id. */
  find: (id: string) => HTMLElement | null
  /** Shows a fragment in the address, so that it can be copied; nothing scrolls and nothing renders again. */
  note: (hash: string) => void
  /** The address of the page, without a fragment. */
  address: () => string
}

const wholeDocument: PagePlace = {
  root: () => document,
  find: (id) => document.getElementById(id),
  // Replaced outside the router, which would render.
  note: (hash) => window.history.replaceState(window.history.state, '', hash),
  address: () => window.location.href.split('#')[0] ?? '',
}

const Context = createContext(wholeDocument)

export const PagePlaceProvider = Context.Provider

/** The place of the page around. */
export function usePagePlace(): PagePlace {
  return useContext(Context)
}
