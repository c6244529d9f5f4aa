import { useCallback, useEffect, useState } from 'react'
import type { BothStates } from './analysis-protocol.ts'

/** The texts of both states; null where one of them is not kept any more, or is too much. */
export type LoadStates = () => Promise<BothStates | null>

/** What an analysis answers of two states, until it is there the reason why not; `again` asks once more. */
export function useCompared<Answer>(ask: (both: BothStates) => Promise<Answer>, load: LoadStates) {
  const [state, setState] = useState<Answer | 'loading' | 'gone' | 'failed'>('loading')
  const compare = useCallback(
    async (isWanted: () => boolean) => {
      setState('loading')
      try {
        const both = await load()
        const answer = both ? await ask(both) : 'gone'
        if (isWanted()) setState(answer)
      } catch {
        if (isWanted()) setState('failed')
      }
    },
    [ask, load],
  )
  useEffect(() => {
    let isOver = false
    void compare(() => !isOver)
    return () => {
      isOver = true
    }
  }, [compare])
  return { state, again: () => void compare(() => true) }
}
