import type { Located } from '../../files/source-document.ts'
import { own } from '../../json.ts'
import { childOf } from '../../openapi/inline.ts'
import type { JsonValue } from '../../types.ts'
import type { ChangeList } from '../change-list.ts'
import type { Sameness } from '../sameness.ts'
import type { Side } from '../side.ts'
import { compareCompositions, compareWrapping } from './composition.ts'
import { flattened } from './flatten.ts'
import { compareParts, type VisitBelow } from './parts.ts'
import { compareProperties } from './properties.ts'
import { compareNull, compareTypes, isScalar } from './types.ts'
import { joinPath, type SchemaPair, SchemaReporter, type Use } from './use.ts'
import { canonical, compareValues } from './values.ts'
import { isAnnotation, type SchemaView, viewOf } from './view.ts'

// Pairs of schemas that a comparison of two descriptions may look at.
const MAX_PAIRS = 200_000

/**
 * Compares schemas by the direction of their use. The same two schemas are compared once a use, however many ways lead
 * to them: cycles end, and references that fan out cost what they say, not what they stand for.
 */
export class SchemaComparison {
  private readonly ids = new WeakMap<object, number>()
  private nextId = 0
  private pairs = 0
  private readonly old: Side
  private readonly now: Side
  private readonly sameness: Sameness
  private readonly changes: ChangeList

  constructor(old: Side, now: Side, sameness: Sameness, changes: ChangeList) {
    this.old = old
    this.now = now
    this.sameness = sameness
    this.changes = changes
  }

  /** Reports what differs between two schemas of one use. */
  compare(before: Located, after: Located, use: Use): void {
    const reporter = new SchemaReporter(use, this.changes)
    const seen = new Set<string>()
    const waiting: SchemaPair[] = []
    const visit = (pair: SchemaPair) => {
      const key = `${this.id(pair.before.identity)}:${this.id(pair.after.identity)}:${pair.unsent}`
      if (seen.has(key)) return
      seen.add(key)
      waiting.push(pair)
    }
    const start = this.pairOf(before, after, '', false)
    if (start) visit(start)
    for (const pair of waiting) {
      if (this.changes.full || !this.spend()) return
      this.compareOne(pair, reporter, visit)
    }
  }

  private compareOne(found: SchemaPair, reporter: SchemaReporter, visit: (pair: SchemaPair) => void): void {
    const pair = flattened(found, reporter, this.old, this.now)
    const below: VisitBelow = (parent, from, to, name) => {
      const path = joinPath(parent.path, name)
      const inner = this.pairOf(at(parent.before, from), at(parent.after, to), path, parent.unsent)
      if (inner) visit(inner)
    }
    if (this.becameList(pair, reporter)) return
    if (compareWrapping(pair, reporter, this.old, this.now)) {
      compareNull(pair, reporter)
      return
    }
    compareTypes(pair, reporter)
    compareValues(pair, reporter)
    compareProperties(pair, {
      reporter,
      old: this.old,
      now: this.now,
      visit: (inner) => this.unlessSame(inner, visit),
    })
    compareCompositions(pair, reporter, below, this.old, this.now)
    compareParts(pair, reporter, below)
  }

  // `a=1` stays what it was when the parameter may also be given several times, each time with what was allowed once.
  private becameList(pair: SchemaPair, reporter: SchemaReporter): boolean {
    const { before, after, path } = pair
    if (!reporter.use.exploded || path !== '' || !isScalar(before) || after.types?.join() !== 'array')
      return false
    const items = viewOf(at(after, ['items']), this.now)
    if (!items || !isWithin(before, items)) return false
    reporter.report(pair, 'type-generalized', { before: before.types?.join(' or '), after: 'array' })
    compareNull(pair, reporter)
    return true
  }

  private unlessSame(pair: SchemaPair, visit: (pair: SchemaPair) => void): void {
    if (
      !this.sameness.same(pair.before.at.value, pair.after.at.value) ||
      pair.before.nullable !== pair.after.nullable
    )
      visit(pair)
  }

  private pairOf(before: Located, after: Located, path: string, unsent: boolean): SchemaPair | undefined {
    if (this.sameness.same(before.value, after.value)) return undefined
    const from = viewOf(before, this.old)
    const to = viewOf(after, this.now)
    return from && to ? { before: from, after: to, path, unsent } : undefined
  }

  private spend(): boolean {
    this.pairs += 1
    if (this.pairs <= MAX_PAIRS) return true
    this.changes.truncated = true
    return false
  }

  private id(object: object): number {
    const known = this.ids.get(object)
    if (known !== undefined) return known
    this.nextId += 1
    this.ids.set(object, this.nextId)
    return this.nextId
  }
}

// Whether the second asks for nothing that the first did not ask for already.
function isWithin(before: SchemaView, after: SchemaView): boolean {
  const same = (key: string) =>
    canonical(after.value[key] ?? null) === canonical(own(before.value, key) ?? null)
  const written = Object.keys(after.value).filter((key) => !isAnnotation({ [key]: true }))
  if (before.types?.join() !== after.types?.join()) return false
  return written.every((key) => key === 'type' || key === 'nullable' || same(key))
}

function at(view: SchemaView, keys: (string | number)[]): Located {
  let value: JsonValue = view.value
  for (const key of keys) {
    const next: JsonValue | undefined = Array.isArray(value)
      ? value[Number(key)]
      : own(value as never, String(key))
    value = next ?? null
  }
  return childOf(view.at, value, ...placeOf(view, keys, value))
}

// Alternatives are counted without the one that is null; the place is that in the file.
function placeOf(view: SchemaView, keys: (string | number)[], value: JsonValue): string[] {
  const [keyword = '', index] = keys
  const written = own(view.at.value, String(keyword))
  if (typeof index !== 'number' || !Array.isArray(written)) return keys.map(String)
  return [String(keyword), String(Math.max(index, written.indexOf(value)))]
}
