import type { BothStates } from '../preview/analysis-protocol.ts'

/** A text that two states have otherwise; empty where it is not there. */
export interface Difference {
  path: string
  before: string
  now: string
}

/** The texts in which two states differ, by their paths. */
export function differencesOf({ before, now }: BothStates): Difference[] {
  const [were, are] = [before, now].map((files) => new Map(files.map(({ path, text }) => [path, text])))
  return [...new Set([...before, ...now].map(({ path }) => path))]
    .map((path) => ({ path, before: were?.get(path) ?? '', now: are?.get(path) ?? '' }))
    .filter((one) => one.before !== one.now)
    .sort((a, b) => a.path.localeCompare(b.path))
}
