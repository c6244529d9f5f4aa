import { own } from '../json.ts'
import type { JsonValue } from '../types.ts'
import type { Subject } from './change-list.ts'
import type { Comparison } from './context.ts'
import { isDeprecated, sunsetOf } from './lifecycle.ts'
import type { OperationView, ParameterView } from './operation-view.ts'
import type { RuleName } from './rules.ts'

interface ParameterPair {
  before: ParameterView
  after: ParameterView
}

/** Parameters of an operation: added, removed, changed. `renamed` maps names in the old path to those in the new. */
export function compareParameters(
  before: OperationView,
  after: OperationView,
  renamed: ReadonlyMap<string, string>,
  subject: Subject,
  comparison: Comparison,
): void {
  const rest = new Map(after.parameters.map((parameter) => [keyOf(parameter), parameter]))
  for (const from of before.parameters) {
    const name = from.in === 'path' ? (renamed.get(from.name) ?? from.name) : from.name
    const key = [keyOf({ ...from, name }), keyOf(from)].find((candidate) => rest.has(candidate))
    const to = key && rest.get(key)
    if (!to) removed(from, subject, comparison)
    else {
      rest.delete(key)
      compareParameter({ before: from, after: to }, subject, comparison)
    }
  }
  for (const to of rest.values()) added(to, subject, comparison)
}

function keyOf({ in: place, name }: Pick<ParameterView, 'in' | 'name'>): string {
  return `${place}:${place === 'header' ? name.toLowerCase() : name}`
}

function placeOf({ in: place, name }: ParameterView): string {
  return `${place} parameter “${name}”`
}

function isRequired({ at }: ParameterView): boolean {
  return own(at.value, 'required') === true
}

function added(to: ParameterView, subject: Subject, { changes }: Comparison): void {
  const details = { at: to.at, place: placeOf(to) }
  const kind = isRequired(to) ? 'required' : 'optional'
  if (to.fromPath) changes.add(subject, `new-${kind}-request-default-parameter-to-existing-path`, details)
  else if (to.in === 'path') changes.add(subject, 'new-request-path-parameter', details)
  else changes.add(subject, `new-${kind}-request-parameter`, details)
}

function removed(from: ParameterView, subject: Subject, { changes, today }: Comparison): void {
  const details = { at: from.at, side: 'old' as const, place: placeOf(from) }
  const sunset = sunsetOf(from.at.value)
  if (!isDeprecated(from.at.value)) changes.add(subject, 'request-parameter-removed', details)
  else if (sunset && !sunset.valid) {
    changes.add(subject, 'request-parameter-sunset-parse', { ...details, after: sunset.text })
  } else if (sunset && today && sunset.text > today) {
    changes.add(subject, 'request-parameter-removed-before-sunset', { ...details, before: sunset.text })
  } else changes.add(subject, 'request-parameter-removed-with-deprecation', details)
}

function compareParameter(pair: ParameterPair, subject: Subject, comparison: Comparison): void {
  const { before, after } = pair
  if (comparison.sameness.same(before.at.value, after.at.value)) return
  const { changes } = comparison
  const details = { at: after.at, place: placeOf(after) }
  const report = (rule: RuleName, values: { before?: JsonValue; after?: JsonValue } = {}) =>
    changes.add(subject, rule, { ...details, ...values })
  if (isRequired(before) !== isRequired(after)) {
    report(isRequired(after) ? 'request-parameter-became-required' : 'request-parameter-became-optional')
  }
  compareLife(pair, report)
  compareWriting(pair, report)
  if (!before.schema || !after.schema) return
  comparison.schemas.compare(before.schema, after.schema, {
    subject,
    direction: 'request',
    holder: after.in === 'header' ? 'header-parameter' : 'parameter',
    place: placeOf(after),
    textual: own(after.at.value, 'content') === undefined,
    optional: !isRequired(before) && !isRequired(after),
    exploded: isExploded(before) && isExploded(after),
  })
}

type Report = (rule: RuleName, values?: { before?: JsonValue; after?: JsonValue }) => void

function compareLife({ before, after }: ParameterPair, report: Report): void {
  const [was, is] = [isDeprecated(before.at.value), isDeprecated(after.at.value)]
  if (!was && is) report('request-parameter-deprecated')
  if (was && !is) report('request-parameter-reactivated')
  const [oldEnd, newEnd] = [sunsetOf(before.at.value), sunsetOf(after.at.value)]
  if (was && is && oldEnd && !newEnd) report('request-parameter-sunset-deleted', { before: oldEnd.text })
  if (is && newEnd && !newEnd.valid && oldEnd?.text !== newEnd.text) {
    report('request-parameter-sunset-parse', { after: newEnd.text })
  }
}

const STYLES: Record<string, string> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' }

function compareWriting({ before, after }: ParameterPair, report: Report): void {
  const [from, to] = [styleOf(before), styleOf(after)]
  if (from.style !== to.style)
    report('request-parameter-style-changed', { before: from.style, after: to.style })
  else if (from.explode !== to.explode && isComposite(before) && isComposite(after)) {
    report('request-parameter-explode-changed', { before: from.explode, after: to.explode })
  }
  for (const [keyword, words] of [
    ['allowEmptyValue', 'empty-value'],
    ['allowReserved', 'reserved'],
  ] as const) {
    const [was, is] = [before, after].map(({ at }) => own(at.value, keyword) === true)
    if (was !== is) report(`request-parameter-${words}-${is ? 'allowed' : 'forbidden'}`)
  }
}

// Version 2.0 says collectionFormat where 3.x says style.
function styleOf({ at, in: place }: ParameterView): { style: string; explode: boolean } {
  const format = own(at.value, 'collectionFormat')
  const given = own(at.value, 'style')
  const style =
    typeof given === 'string' ? given : typeof format === 'string' ? format : (STYLES[place] ?? '')
  const explode = own(at.value, 'explode')
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

// `a=1` is then a list of one.
function isExploded(parameter: ParameterView): boolean {
  const { style, explode } = styleOf(parameter)
  return style === 'multi' || (style === 'form' && explode)
}

// How lists and objects are written is of no concern to what is neither.
function isComposite({ schema }: ParameterView): boolean {
  const type = JSON.stringify(schema?.value ?? null).slice(0, 10_000)
  return /"(array|object)"|"\$ref"/.test(type)
}
