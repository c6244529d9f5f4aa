import { own } from '../../json.ts'
import type { SchemaPair, SchemaReporter, Use } from './use.ts'
import type { SchemaView } from './view.ts'

type Outcome = 'same' | 'wider' | 'narrower' | 'other'

/** Type, format and "or null" of a schema. */
export function compareTypes(pair: SchemaPair, reporter: SchemaReporter): void {
  compareNull(pair, reporter)
  const { before, after } = pair
  if (before.types && after.types && (before.listed || after.listed)) compareLists(pair, reporter)
  else compareTypesAndFormat(pair, reporter)
}

/** Whether a schema became, or is no longer, "or null". */
export function compareNull(pair: SchemaPair, reporter: SchemaReporter): void {
  const { before, after } = pair
  if (before.nullable !== after.nullable && !isAnything(before) && !isAnything(after)) {
    reporter.report(pair, after.nullable ? 'became-nullable' : 'became-not-nullable')
  }
}

// Without any restriction null was and is allowed, unless OpenAPI 3.0 is taken by its letter.
function isAnything({ types, value }: SchemaView): boolean {
  return (
    !types && !['enum', 'const', 'allOf', 'anyOf', 'oneOf', '$ref'].some((key) => Object.hasOwn(value, key))
  )
}

function compareLists(pair: SchemaPair, reporter: SchemaReporter): void {
  const { before, after } = pair
  if (!before.types || !after.types) return
  const added = after.types.filter((type) => !isIn(type, before.types))
  const removed = before.types.filter((type) => !isIn(type, after.types))
  if (added.length > 0) reporter.report(pair, 'list-of-types-widened', { after: added.join(' or ') })
  if (removed.length > 0) reporter.report(pair, 'list-of-types-narrowed', { before: removed.join(' or ') })
}

function compareTypesAndFormat(pair: SchemaPair, reporter: SchemaReporter): void {
  const { before, after } = pair
  const { use } = reporter
  const details = { before: describe(before), after: describe(after) }
  const outcome = together(typeOutcome(before.types, after.types), formatOutcome(before, after))
  if (outcome === 'same') return
  const loose = use.textual && outcome === 'other' ? textOutcome(before, after) : outcome
  if (loose !== outcome) {
    const breaks = loose === (use.direction === 'request' ? 'narrower' : 'wider')
    if (breaks) reporter.report(pair, 'type-changed', details)
    else reporter.report(pair, isParameter(use) ? 'type-generalized' : 'type-compatible', details)
    return
  }
  if (outcome === 'wider') reporter.report(pair, 'type-generalized', details)
  else if (outcome === 'narrower') reporter.report(pair, narrowed(pair, use), details)
  else reporter.report(pair, 'type-changed', details)
}

function isParameter(use: Use): boolean {
  return use.holder.endsWith('parameter')
}

// A request that accepts fewer types has just another type for who sends the others.
function narrowed(pair: SchemaPair, use: Use): string {
  if (use.direction === 'response') return 'type-specialized'
  return isParameter(use) && pair.path !== '' ? 'type-specialized' : 'type-changed'
}

function typeOutcome(before: string[] | null, after: string[] | null): Outcome {
  if (!before || !after) return before ? 'wider' : after ? 'narrower' : 'same'
  const wider = before.every((type) => isIn(type, after))
  const narrower = after.every((type) => isIn(type, before))
  if (wider && narrower) return 'same'
  if (wider) return 'wider'
  return narrower ? 'narrower' : 'other'
}

// What is written as text without quotation marks can be read as a string, whatever it was.
function textOutcome(before: SchemaView, after: SchemaView): Outcome {
  if (!isScalar(before) || !isScalar(after)) return 'other'
  const anyText = (view: SchemaView) => view.types?.includes('string') && formatOf(view) === ''
  if (anyText(after)) return 'wider'
  return anyText(before) ? 'narrower' : 'other'
}

/** Whether its values are neither lists nor objects. */
export function isScalar({ types }: SchemaView): boolean {
  return types?.every((type) => type !== 'object' && type !== 'array') === true
}

function isIn(type: string, types: string[] | null): boolean {
  return !types || types.includes(type) || (type === 'integer' && types.includes('number'))
}

// [narrower, wider]: every value of the one format is a value of the other.
const CONTAINED = [
  ['int32', 'int64'],
  ['int32', 'bigint'],
  ['int64', 'bigint'],
  ['float', 'double'],
  ['date', 'date-time'],
  ['time', 'date-time'],
]

function formatOutcome(before: SchemaView, after: SchemaView): Outcome {
  const [from, to] = [formatOf(before), formatOf(after)]
  if (from === to) return 'same'
  if (to === '') return 'wider'
  if (from === '') return 'narrower'
  if (CONTAINED.some(([narrow, wide]) => narrow === from && wide === to)) return 'wider'
  if (CONTAINED.some(([narrow, wide]) => narrow === to && wide === from)) return 'narrower'
  return 'other'
}

function formatOf(view: SchemaView): string {
  const format = own(view.value, 'format')
  return typeof format === 'string' ? format : ''
}

function together(type: Outcome, format: Outcome): Outcome {
  if (type === 'same') return format
  if (format === 'same' || type === format) return type
  return 'other'
}

function describe(view: SchemaView): string {
  const format = formatOf(view)
  return `${view.types?.join(' or ') ?? 'any'}${format ? `/${format}` : ''}`
}
