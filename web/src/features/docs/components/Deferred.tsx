import { type ReactNode, useDeferredValue } from 'react'

interface Props {
  /** What stands there until it is rendered. */
  fallback: ReactNode
  children: ReactNode
}

/** Renders much in pieces, between which the page answers, where an answer that arrived would render it at one go. */
export function Deferred({ fallback, children }: Props) {
  const isRendered = useDeferredValue(true, false)
  return isRendered ? children : fallback
}
