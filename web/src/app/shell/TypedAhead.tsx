import { useEffect } from 'react'

interface Props {
  /** Told what becomes of the text with each key. */
  onType: (change: (text: string) => string) => void
  onEscape: () => void
}

/** Hears what is typed while the field that it is meant for is still on its way. */
export function TypedAhead({ onType, onEscape }: Props) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isCommand =
        (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
      if (isCommand || event.isComposing) return
      if (event.key === 'Escape') onEscape()
      else if (event.key === 'Backspace') onType((text) => text.slice(0, -1))
      else if ([...event.key].length === 1) onType((text) => text + event.key)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', hear, true)
    return () => window.removeEventListener('keydown', hear, true)
  }, [onType, onEscape])
  return null
}
