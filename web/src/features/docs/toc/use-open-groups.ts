import { useCallback, useEffect, useMemo, useState } from 'react'
import { hasMore } from './levels.ts'
import { groupsAround, tocNodes } from './toc.ts'
import type { TocEntry } from './types.ts'

// A table of contents up to this size is shown open: everything fits in a glance or two.
const SMALL = 40

type Choices = Readonly<Record<string, boolean>>

/** Which groups are open: what the reader chose (remembered per key), else the way to the page that shows. */
export function useOpenGroups(toc: readonly TocEntry[], activeSlug: string | undefined, storageKey: string) {
  const [choices, setChoices] = useState<Choices>(() => read(storageKey))
  const small = useMemo(() => tocNodes(toc).length <= SMALL && !hasMore(toc), [toc])
  const isOpen = useCallback((key: string) => choices[key] ?? small, [choices, small])

  const set = useCallback(
    (key: string, open: boolean) =>
      setChoices((before) => {
        const after = { ...before, [key]: open }
        write(storageKey, after)
        return after
      }),
    [storageKey],
  )

  // The page a reader arrives at is never hidden in a closed group.
  useEffect(() => {
    if (!activeSlug) return
    const around = groupsAround(toc, activeSlug)
    setChoices((before) => {
      if (around.every((key) => before[key] ?? small)) return before
      return { ...before, ...Object.fromEntries(around.map((key) => [key, true])) }
    })
  }, [toc, activeSlug, small])

  return { isOpen, setOpen: set }
}

function read(storageKey: string): Choices {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Choices) : {}
  } catch {
    return {}
  }
}

function write(storageKey: string, choices: Choices): void {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(choices))
  } catch {
    // Without storage the choice holds for as long as the page.
  }
}
