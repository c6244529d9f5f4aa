import { createContext, useContext } from 'react'

const none = () => undefined

/** Opens the search overlay; the shell provides it. */
export const SearchContext = createContext<() => void>(none)

/** A function that opens the search overlay (also Ctrl/⌘ K). */
export function useOpenSearch(): () => void {
  return useContext(SearchContext)
}
