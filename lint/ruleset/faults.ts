import { pointer } from '../../analysis/json.ts'
import { placesOf } from '../../analysis/parse/places.ts'
import type { RulesetFault } from '../errors.ts'

const MOST_FAULTS = 100

/** Gathers what is wrong in one file of a ruleset, and says where it stands. */
export class Faults {
  readonly #file: string
  readonly #text: string
  readonly #found: { at: string; rule?: string; message: string }[] = []

  constructor(file: string, text: string) {
    this.#file = file
    this.#text = text
  }

  get any(): boolean {
    return this.#found.length > 0
  }

  /** Adds a fault at a path from the root of the file; of a rule where the path leads into one. */
  add(path: (string | number)[], message: string, name?: string): void {
    if (this.#found.length >= MOST_FAULTS) return
    const at = pointer(...path)
    const rules = path.indexOf('rules')
    const rule = name ?? (rules === -1 ? undefined : path[rules + 1]?.toString())
    if (this.#found.some((fault) => fault.at === at && fault.message === message)) return
    this.#found.push({ at, message, ...(rule === undefined ? {} : { rule: rule.slice(0, 200) }) })
  }

  list(): RulesetFault[] {
    const places = placesOf(
      this.#text,
      this.#found.map(({ at }) => at),
    )
    return this.#found.map(({ at, ...fault }) => ({
      file: this.#file,
      ...(places.get(at) ?? { line: 1, column: 1 }),
      ...fault,
    }))
  }
}
