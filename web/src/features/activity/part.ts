/** A piece of a sentence: words, or a name. It leads to `to` while what it names (`object`) exists. */
export type Part = string | { name: string; to?: string; object?: string }

/** What an event keeps of what happened: its metadata. */
export type Facts = Record<string, unknown>

/** A fact that is a text; empty where it is none. */
export function textAt(facts: Facts, key: string): string {
  const fact = facts[key]
  return typeof fact === 'string' ? fact : ''
}
