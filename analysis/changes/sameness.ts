import type { SourceDocument } from '../files/source-document.ts'
import { own } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { referencesIn } from './references.ts'
import type { Side } from './side.ts'

// What finding out may cost; beyond it things count as different, which only makes the walk that follows longer.
const MAX_STEPS = 30_000_000

// What people read, and no rule is about.
const WORDS = new Set(['description', 'summary'])
// Their values are data, in which every word counts.
const DATA = new Set(['enum', 'const', 'default', 'mapping'])

/**
 * Whether two parts of the old and the new description mean the same: written the same but for
 * descriptions, and every reference in them
 * leads to something that means the same. Most of two versions does, and need not be walked.
 */
export class Sameness {
  private readonly changed = new Set<string>()
  private readonly compared = new Map<object, { other: object; same: boolean }>()
  private steps = 0

  constructor(before: SourceDocument, after: SourceDocument, old: Side, now: Side) {
    const users = new Map<string, string[]>()
    const changed: string[] = []
    for (const ref of referencesIn(before.root)) {
      const from = old.resolver.resolve(ref, { value: null, document: before, pointer: '' })
      const to = now.resolver.resolve(ref, { value: null, document: after, pointer: '' })
      if (!ref.startsWith('#') || !from || !to || !this.equal(from.value, to.value, WRITTEN)) {
        changed.push(ref)
        continue
      }
      this.steps += 1
      for (const used of referencesIn(from.value, () => this.step())) {
        const list = users.get(used)
        if (list) list.push(ref)
        else users.set(used, [ref])
      }
    }
    for (let ref = changed.pop(); ref !== undefined; ref = changed.pop()) {
      if (this.changed.has(ref)) continue
      this.changed.add(ref)
      changed.push(...(users.get(ref) ?? []))
    }
  }

  /** Whether both mean the same. */
  same(a: JsonValue, b: JsonValue): boolean {
    return this.equal(a, b, MEANT)
  }

  private step(): boolean {
    this.steps += 1
    return this.steps <= MAX_STEPS
  }

  private equal(a: JsonValue, b: JsonValue, how: How): boolean {
    if (a === b) return true
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
    if (!this.step()) return false
    if (!how.references) return this.equalParts(a, b, how)
    const known = this.compared.get(a)
    if (known?.other === b) return known.same
    const same = this.equalParts(a, b, how)
    this.compared.set(a, { other: b, same })
    return same
  }

  private equalParts(a: JsonObject | JsonValue[], b: JsonObject | JsonValue[], how: How): boolean {
    if (Array.isArray(a) || Array.isArray(b)) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
      return a.every((item, index) => this.equal(item, b[index] as JsonValue, how))
    }
    let count = 0
    for (const key of Object.keys(a)) {
      const value = a[key] as JsonValue
      if (isWord(key, value, how)) continue
      count += 1
      const other = own(b, key)
      if (other === undefined || !this.equal(value, other, DATA.has(key) ? { ...how, words: true } : how))
        return false
      if (key === '$ref' && how.references && this.changed.has(String(other))) return false
    }
    for (const key of Object.keys(b)) if (!isWord(key, b[key], how)) count -= 1
    return count === 0
  }
}

interface How {
  /** Whether what references name counts too. */
  references: boolean
  /** Whether descriptions count too. */
  words: boolean
}

const WRITTEN: How = { references: false, words: false }
const MEANT: How = { references: true, words: false }

function isWord(key: string, value: JsonValue | undefined, how: How): boolean {
  return typeof value === 'string' && !how.words && WORDS.has(key)
}
