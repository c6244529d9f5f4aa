import { useEffect } from 'react'

/** Ctrl K, or ⌘ K, opens the search. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}

/** How the shortcut is written on this machine. */
export const searchKeyLabel = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
