import { useRef } from 'react'

/** Begins something that takes its time; the answer says whether nothing newer was begun since. */
export function useLatest(): () => () => boolean {
  const begun = useRef(0)
  return () => {
    begun.current += 1
    const mine = begun.current
    return () => begun.current === mine
  }
}
