import { useEffect, useRef, useState } from 'react'

const debounceMs = 250

/** A field for a text that is kept elsewhere, which takes it once its writer has paused. */
export function useTypedText(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Somebody went to another address, and is not typing.
    if (waiting.current === undefined) setText((shown) => (shown.trim() === kept ? shown : kept))
  }, [kept])
  useEffect(() => () => clearTimeout(waiting.current), [])
  const type = (next: string): void => {
    setText(next)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      keep(next.trim())
    }, debounceMs)
  }
  return [text, type]
}
