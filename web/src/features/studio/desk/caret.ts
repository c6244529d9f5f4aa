// Where the caret is in the code in front. It moves with each key: who shows it listens, and the desk around stays as it is.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { LinePlace } from '../documents/open-document.ts'

export type CaretPlace = LinePlace & { offset: number }

export class Caret {
  #place: CaretPlace | null = null
  readonly #listeners = new Set<() => void>()

  /** Null until some code was shown. */
  get place(): CaretPlace | null {
    return this.#place
  }

  move = (place: CaretPlace): void => {
    this.#place = place
    for (const listen of [...this.#listeners]) listen()
  }

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }
}

/** Where the caret is now. */
export function useCaret(caret: Caret): CaretPlace | null {
  return useSyncExternalStore(caret.subscribe, () => caret.place)
}

/** What one is at changes when the caret rests, ms: not with each key on the way. */
const restMs = 150

/** Where the caret came to rest. */
export function useRestingCaret(caret: Caret): CaretPlace | null {
  const [place, setPlace] = useState(caret.place)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      timer = undefined
      setPlace(caret.place)
    }
    const stop = caret.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(rest, restMs)
    })
    rest()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [caret])
  return place
}
