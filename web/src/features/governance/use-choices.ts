import { useState } from 'react'
import type { Enabled } from '../../shared/style-guides/choice.ts'
import type { StyleGuide } from '../../shared/style-guides/queries.ts'

/** What was chosen, over what it was; `changes` says what that switches on or off. */
export function useChoices(initial: (guide: StyleGuide) => Enabled) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Enabled>>(new Map())
  const now = (guide: StyleGuide) => chosen.get(guide.id) ?? initial(guide)
  const choose = (guide: StyleGuide, enabled: Enabled) => setChosen(new Map(chosen).set(guide.id, enabled))
  const changes = (guides: StyleGuide[]) =>
    guides.flatMap((guide) => {
      const is = now(guide)
      return is === 'some' || is === initial(guide) ? [] : [{ guideId: guide.id, isOn: is === 'all' }]
    })
  return { now, choose, changes }
}
