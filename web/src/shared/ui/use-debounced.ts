import { useEffect, useState } from 'react'

/** Pause in typing after which the server searches, ms. */
const searchDelayMs = 200

/** What to search for: the text once its writer has paused. */
export function useSearchText(text: string): string {
  return useDebounced(text.trim(), searchDelayMs)
}

/** The value as it was once it stood still for `delayMs` milliseconds. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
