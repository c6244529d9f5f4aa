// Which style guides are on, as it is chosen before it is saved.

/** `some`: on for a part of what is changed together, and left as it is. */
export type Enabled = 'all' | 'some' | 'none'

/** What follows on a click: where it was `some` at first, the third click restores that. */
export function nextChoice(now: Enabled, initial: Enabled): Enabled {
  if (now === 'some') return 'all'
  if (now === 'all') return 'none'
  return initial === 'some' ? 'some' : 'all'
}

/** How far each style guide is on for things that each have some on. */
export function enabledFor(guide: number, chosen: readonly (readonly number[])[]): Enabled {
  const count = chosen.filter((ids) => ids.includes(guide)).length
  if (count === 0) return 'none'
  return count === chosen.length ? 'all' : 'some'
}
