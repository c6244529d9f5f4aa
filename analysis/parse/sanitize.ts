import { DescriptionError } from '../errors.ts'
import { diagnostic } from '../log/diagnostic.ts'
import { isMark } from '../outside/marks.ts'
import type { Diagnostic, JsonObject, JsonValue } from '../types.ts'
import { positionOf } from './position.ts'

/** Deeper than any description; shallower than the stack of what walks it later. */
export const MAX_DEPTH = 300
// Aliases are shared in memory but written out in every node: what matters is how many values they stand for.
const MAX_ALIASED_VALUES = 1_000_000

interface Extent {
  /** How many values it stands for with its aliases written out. */
  size: number
  /** How many levels lie below it, likewise. */
  height: number
}
const WALKING: Extent = { size: 0, height: 0 }
const ALIAS = /\*[\w-]+/

export interface Sanitized {
  value: JsonValue
  /** Whether something in it may be marked as internal (outside/marks.ts). */
  hasMarks: boolean
}

/**
 * Takes out, in place, what must never reach an object merge or Postgres: the key `__proto__`, NUL, lone surrogates.
 * Throws DescriptionError on aliases that explode or contain themselves, and on absurd nesting.
 */
export function sanitize(root: JsonValue, text: string, file: string, diagnostics: Diagnostic[]): Sanitized {
  const sanitizer = new Sanitizer(text, file, diagnostics)
  const value = sanitizer.clean(root, 0)
  return { value, hasMarks: sanitizer.hasMarks }
}

class Sanitizer {
  hasMarks = false
  private readonly extents = new Map<object, Extent>()
  private readonly text: string
  private readonly file: string
  private readonly diagnostics: Diagnostic[]
  private seen = 0
  private aliased = 0
  private deepest = 0
  private hasDropped = false

  constructor(text: string, file: string, diagnostics: Diagnostic[]) {
    this.text = text
    this.file = file
    this.diagnostics = diagnostics
  }

  clean(value: JsonValue, depth: number): JsonValue {
    this.seen += 1
    if (typeof value === 'string') return cleanString(value)
    if (typeof value !== 'object' || value === null) return value
    this.reach(depth)
    const extent = this.extents.get(value)
    if (extent) this.alias(extent, depth)
    else this.walk(value, depth)
    return value
  }

  private alias(extent: Extent, depth: number): void {
    if (extent === WALKING) throw this.refuse('A YAML alias refers to something that contains it.', ALIAS)
    this.reach(depth + extent.height)
    this.seen += extent.size
    this.aliased += extent.size
    if (this.aliased <= MAX_ALIASED_VALUES) return
    throw this.refuse('The YAML aliases of this file expand to too much content.', ALIAS)
  }

  private reach(depth: number): void {
    if (depth > MAX_DEPTH)
      throw this.refuse(`The file is nested more than ${MAX_DEPTH} levels deep.`, /[[{]{20}/)
    this.deepest = Math.max(this.deepest, depth)
  }

  private walk(value: JsonValue[] | JsonObject, depth: number): void {
    const { seen, deepest } = this
    this.deepest = depth
    this.extents.set(value, WALKING)
    if (Array.isArray(value)) this.walkArray(value, depth)
    else this.walkObject(value, depth)
    this.extents.set(value, { size: this.seen - seen, height: this.deepest - depth })
    this.deepest = Math.max(this.deepest, deepest)
  }

  private walkArray(value: JsonValue[], depth: number): void {
    for (const [index, item] of value.entries()) {
      const cleaned = this.clean(item, depth + 1)
      if (cleaned !== item) value[index] = cleaned
    }
  }

  private walkObject(value: JsonObject, depth: number): void {
    for (const key of Object.keys(value)) {
      if (key === '__proto__') {
        this.dropProto(value)
        continue
      }
      const item = value[key] as JsonValue
      if (isMark(key, item)) this.hasMarks = true
      const cleaned = this.clean(item, depth + 1)
      if (isDirty(key)) {
        delete value[key]
        value[cleanString(key)] = cleaned
      } else if (cleaned !== item) value[key] = cleaned
    }
  }

  private dropProto(value: JsonObject): void {
    Reflect.deleteProperty(value, '__proto__')
    if (this.hasDropped) return
    this.hasDropped = true
    this.diagnostics.push(
      diagnostic('dropped-key', { file: this.file, ...this.find(/__proto__/) }, { key: '__proto__' }),
    )
  }

  private refuse(message: string, near: RegExp): DescriptionError {
    const { line, column } = this.find(near)
    return new DescriptionError(message, this.file, line, column)
  }

  private find(near: RegExp) {
    return positionOf(this.text, Math.max(0, this.text.search(near)))
  }
}

function isDirty(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

function cleanString(text: string): string {
  return isDirty(text) ? text.toWellFormed().replaceAll('\0', '\uFFFD') : text
}
