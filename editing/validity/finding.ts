import type { Edit, Path, Range } from '../types.ts'

export type Severity = 'error' | 'warning' | 'hint'

/** A way to mend something: edits that the engine makes, in their order. */
export interface Fix {
  /** What it does, as a button says it. */
  readonly title: string
  readonly edits: readonly Edit[]
}

/** What is wrong or odd at a place of a file. */
export interface Finding {
  /** The rule's name: `unknown-key`. */
  readonly code: string
  readonly severity: Severity
  /** For people, a whole sentence. */
  readonly message: string
  /** Where, as a path; ranges are what is underlined. */
  readonly path: Path
  readonly range: Range
  readonly fixes: readonly Fix[]
}

/** Of one part, and of one file: nobody reads more, and a hostile file costs no more. */
export const MOST_OF_PART = 100
export const MOST_OF_FILE = 1_000

/** A name from a file as a sentence shows it. */
export function shown(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}”`
}

/** The known name that somebody may have meant: one or two letters off. */
export function meant(text: string, known: Iterable<string>): string | undefined {
  if (text.length > 40) return undefined
  const most = text.length > 5 ? 2 : 1
  let best: string | undefined
  let least = most + 1
  for (const name of known) {
    if (Math.abs(name.length - text.length) > most) continue
    const distance = distanceOf(text.toLowerCase(), name.toLowerCase())
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}

// Optimal string alignment: letters added, dropped, exchanged, or two of them swapped.
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}
