import { own, ownItems, ownString } from '../../json.ts'
import { exactDigits } from '../../parse/exact-number.ts'
import type { JsonObject, JsonValue } from '../../types.ts'
import { LIMITS } from '../schema-rules.ts'
import type { SchemaPair, SchemaReporter } from './use.ts'

// What is listed one by one; the rest of a huge enum is counted.
const MAX_VALUES = 50

/** Keywords that restrict single values: enum, const, limits, pattern, default. */
export function compareValues(pair: SchemaPair, reporter: SchemaReporter): void {
  compareEnum(pair, reporter, 'enum')
  compareEnum(pair, reporter, 'x-extensible-enum')
  compareConstant(pair, reporter)
  compareKeyword(pair, reporter, 'default', 'default-value', ['added', 'removed', 'changed'])
  for (const [keyword, name, , upper] of LIMITS) compareLimit(pair, reporter, keyword, name, upper)
  comparePattern(pair, reporter)
  compareMultiple(pair, reporter)
  compareUnique(pair, reporter)
}

/** JSON text of a value, with the keys of objects in order: equal values, equal texts. */
export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, part: JsonValue) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Reports that a keyword was added, removed or changed, by rules named so. */
export function compareKeyword(
  pair: SchemaPair,
  reporter: SchemaReporter,
  keyword: string,
  name: string,
  [added, removed, changed]: readonly [string, string, string],
): void {
  const before = own(pair.before.value, keyword)
  const after = own(pair.after.value, keyword)
  if (before === undefined && after === undefined) return
  if (before === undefined) reporter.report(pair, `${name}-${added}`, { after })
  else if (after === undefined) reporter.report(pair, `${name}-${removed}`, { before })
  else if (canonical(before) !== canonical(after)) {
    reporter.report(pair, `${name}-${changed}`, { before, after })
  }
}

// A constant is an enum of one value, and is compared as such with an enum.
function compareConstant(pair: SchemaPair, reporter: SchemaReporter): void {
  const [before, after] = [valuesOf(pair.before.value, 'enum'), valuesOf(pair.after.value, 'enum')]
  const constant = oneConstant(pair)
  if (!constant || !(before || after)) {
    compareKeyword(pair, reporter, 'const', 'const', ['added', 'removed', 'changed'])
    return
  }
  const [from, to] = [before ?? constant, after ?? constant]
  compareLists(pair, reporter, 'enum', from, to)
}

// The constant of the one state, when the other has none and is an enum.
function oneConstant({ before, after }: SchemaPair): Map<string, JsonValue> | undefined {
  const [from, to] = [own(before.value, 'const'), own(after.value, 'const')]
  if ((from === undefined) === (to === undefined)) return undefined
  const value = from ?? to ?? null
  if (!Array.isArray(own(from === undefined ? before.value : after.value, 'enum'))) return undefined
  if (Array.isArray(own(from === undefined ? after.value : before.value, 'enum'))) return undefined
  return new Map([[canonical(value), value]])
}

function compareEnum(pair: SchemaPair, reporter: SchemaReporter, keyword: string): void {
  const [before, after] = [valuesOf(pair.before.value, keyword), valuesOf(pair.after.value, keyword)]
  if (keyword === 'enum' && oneConstant(pair) && (before || after)) return
  if (keyword === 'enum' && !before && after) {
    reporter.report(pair, 'became-enum', { after: [...after.values()] })
    return
  }
  if (keyword === 'enum' && before && !after) {
    reporter.report(pair, 'enum-removed', { before: [...before.values()] })
    return
  }
  if (before && after) compareLists(pair, reporter, keyword, before, after)
}

function compareLists(
  pair: SchemaPair,
  reporter: SchemaReporter,
  keyword: string,
  before: Map<string, JsonValue>,
  after: Map<string, JsonValue>,
): void {
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, value]) => value)
  for (const value of listed(removed)) reporter.report(pair, `${keyword}-value-removed`, { before: value })
  if (keyword !== 'enum') return
  const added = [...after].filter(([key]) => !before.has(key)).map(([, value]) => value)
  for (const value of listed(added)) reporter.report(pair, 'enum-value-added', { after: value })
}

// Null among the values is "or null", which has rules of its own.
function valuesOf(schema: JsonObject, keyword: string): Map<string, JsonValue> | undefined {
  if (!Array.isArray(own(schema, keyword))) return undefined
  const values = ownItems(schema, keyword).filter((value) => value !== null)
  return new Map(values.map((value) => [canonical(value), value]))
}

function listed(values: JsonValue[]): JsonValue[] {
  if (values.length <= MAX_VALUES) return values
  return [...values.slice(0, MAX_VALUES), `and ${values.length - MAX_VALUES} more`]
}

function compareLimit(
  pair: SchemaPair,
  reporter: SchemaReporter,
  keyword: string,
  name: string,
  upper: boolean,
): void {
  const before = limitOf(pair.before.value, keyword, upper)
  const after = limitOf(pair.after.value, keyword, upper)
  if (before === after) return
  if (before === undefined) reporter.report(pair, `${name}-set`, { after })
  else if (after === undefined) reporter.report(pair, `${name}-unset`, { before })
  else reporter.report(pair, `${name}-${after > before ? 'increased' : 'decreased'}`, { before, after })
}

/** A limit as a number. OpenAPI 3.0 says `exclusiveMaximum: true` beside the maximum; a least count of 0 limits nothing. */
function limitOf(schema: JsonObject, keyword: string, upper: boolean): number | undefined {
  const exclusive = /^(maximum|minimum)$/.test(keyword) ? `exclusive${upper ? 'Max' : 'Min'}imum` : ''
  if (exclusive && own(schema, exclusive) === true) return undefined
  let value = own(schema, keyword)
  if (value === true) value = own(schema, upper ? 'maximum' : 'minimum')
  const number = typeof value === 'number' ? value : Number(exactDigits(value) ?? Number.NaN)
  if (Number.isNaN(number) || (number === 0 && /^min[LIP]/.test(keyword))) return undefined
  return number
}

const ANYTHING = /^\^?\.\*\$?$/

function comparePattern(pair: SchemaPair, reporter: SchemaReporter): void {
  const before = patternOf(pair.before.value)
  const after = patternOf(pair.after.value)
  if (before === after) return
  if (!before) reporter.report(pair, 'pattern-added', { after })
  else if (!after) reporter.report(pair, 'pattern-removed', { before })
  else if (ANYTHING.test(after)) reporter.report(pair, 'pattern-generalized', { before, after })
  else reporter.report(pair, 'pattern-changed', { before, after })
}

function patternOf(schema: JsonObject): string | undefined {
  return ownString(schema, 'pattern')
}

function compareMultiple(pair: SchemaPair, reporter: SchemaReporter): void {
  const [before, after] = [own(pair.before.value, 'multipleOf'), own(pair.after.value, 'multipleOf')]
  if (typeof before === 'number' && typeof after === 'number' && after !== 0 && before % after === 0) {
    if (before !== after) reporter.report(pair, 'multiple-of-unset', { before })
    return
  }
  if (before === undefined && after !== undefined) reporter.report(pair, 'multiple-of-set', { after })
  else if (before !== undefined && after === undefined) reporter.report(pair, 'multiple-of-unset', { before })
  else if (before !== after) reporter.report(pair, 'multiple-of-changed', { before, after })
}

function compareUnique(pair: SchemaPair, reporter: SchemaReporter): void {
  const [before, after] = [pair.before, pair.after].map(({ value }) => own(value, 'uniqueItems') === true)
  if (before !== after) reporter.report(pair, after ? 'unique-items-set' : 'unique-items-unset')
}
