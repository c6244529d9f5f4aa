import { useEffect, useRef, useState } from 'react'
import type { LanguageClient } from '../language/client.ts'
import type { LiveLint } from './live-lint.ts'
import { useLintGuides } from './queries.ts'

interface Given {
  client: LanguageClient
  projectId: number
  /** The path of the file in front. */
  front: string | null
  /** Findings are for editors. */
  isEditor: boolean
  /** Where in it one is. */
  offset: () => number
}

/** Has the rules that hold for the project look at what is typed; what cannot be said here is answered as a sentence. */
export function useLiveLint({ client, projectId, front, isEditor, offset }: Given): string | null {
  const guides = useLintGuides(projectId, isEditor)
  const [live, setLive] = useState<LiveLint | null>(null)
  const [isGivenUp, setGivenUp] = useState(false)
  const at = useRef(offset)
  at.current = offset
  const isWanted = guides !== undefined
  useEffect(() => {
    if (!isWanted) return
    let made: LiveLint | null = null
    let isOver = false
    // Half a megabyte, which the desk does not wait for.
    void import('./live-lint.ts').then((module) => {
      if (isOver) return
      made = new module.LiveLint({ client, onGivenUp: () => setGivenUp(true) })
      setLive(made)
    })
    return () => {
      isOver = true
      made?.stop()
      setLive(null)
    }
  }, [client, isWanted])
  useEffect(() => {
    setGivenUp(false)
    live?.setGuides((guides?.guides ?? []).map(({ path, files }) => ({ path, files, isOwn: false })))
  }, [live, guides])
  useEffect(() => live?.setFront(front, at.current()), [live, front])
  return isGivenUp
    ? 'The rules take too long here. They are checked after publishing.'
    : guides
      ? leftOut(guides.left_out)
      : null
}

function leftOut(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? 'One style guide is checked after publishing only: you do not have access to it.'
    : `${count} style guides are checked after publishing only: you do not have access to them.`
}
