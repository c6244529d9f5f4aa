import { useState } from 'react'

/** Which rows are unfolded; a row that is asked for unfolds once and may be folded again. */
export function useExpansion(askedFor: string | null) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [answered, setAnswered] = useState<string | null>(null)
  if (askedFor !== answered) {
    setAnswered(askedFor)
    if (askedFor !== null) setExpanded(new Set(expanded).add(askedFor))
  }
  const toggle = (id: string) =>
    setExpanded((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return { expanded, toggle }
}
