import { useState } from 'react'

/** The first of values that are the same: the grid starts over with each new object. */
export function useKept<T>(value: T, isSame: (a: T, b: T) => boolean): T {
  const [kept, setKept] = useState(value)
  if (kept === value || isSame(kept, value)) return kept
  setKept(value)
  return value
}
