import { useEffect, useEffectEvent } from 'react'

/** Shortcuts of the whole Studio, as `Mod+Shift+p`: before the page's own and the browser's. */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog in front has the keys to itself.
    if (document.querySelector('[role="dialog"]')) return
    const parts = [
      event.ctrlKey || event.metaKey ? 'Mod' : '',
      event.shiftKey ? 'Shift' : '',
      event.altKey ? 'Alt' : '',
      event.key.length === 1 ? event.key.toLowerCase() : event.key,
    ]
    const run = shortcuts[parts.filter(Boolean).join('+')]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
