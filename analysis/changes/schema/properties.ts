import { isObject, own, ownStrings } from '../../json.ts'
import { childOf } from '../../openapi/inline.ts'
import type { JsonObject } from '../../types.ts'
import { announce } from '../lifecycle.ts'
import type { Side } from '../side.ts'
import { joinPath, type SchemaDetails, type SchemaPair, type SchemaReporter } from './use.ts'
import { type SchemaView, viewOf } from './view.ts'

/** What `properties` and `required` need of both states. */
export interface PropertyContext {
  reporter: SchemaReporter
  old: Side
  now: Side
  /** Compares the schemas of a property that both have. */
  visit: (pair: SchemaPair) => void
}

/** Properties that were added, removed, or are required or sent differently. */
export function compareProperties(pair: SchemaPair, context: PropertyContext): void {
  const before = propertiesOf(pair.before)
  const after = propertiesOf(pair.after)
  const required = { before: requiredOf(pair.before), after: requiredOf(pair.after) }
  for (const name of Object.keys(before)) {
    const from = view(pair.before, name, context.old)
    if (!from) continue
    const to = own(after, name) === undefined ? undefined : view(pair.after, name, context.now)
    if (to) {
      const inner = { before: from, after: to, path: joinPath(pair.path, name), unsent: pair.unsent }
      compareProperty(pair, inner, required.before.has(name), required.after.has(name), context.reporter)
      context.visit({ ...inner, unsent: pair.unsent || isUnsent(to, context.reporter) })
    } else removed(pair, name, from, required.before.has(name), context.reporter)
  }
  for (const name of Object.keys(after)) {
    if (Object.hasOwn(before, name)) continue
    const to = view(pair.after, name, context.now)
    if (to) added(pair, name, to, required.after.has(name), context.reporter)
  }
  compareBareRequired(pair, required, before, after, context.reporter)
}

function view(parent: SchemaView, name: string, side: Side): SchemaView | undefined {
  const value = own(propertiesOf(parent), name)
  return value === undefined
    ? undefined
    : viewOf(childOf(parent.places?.get(name) ?? parent.at, value, 'properties', name), side)
}

function propertiesOf({ value }: SchemaView): JsonObject {
  const properties = own(value, 'properties')
  return isObject(properties) ? properties : {}
}

function requiredOf({ value }: SchemaView): Set<string> {
  return new Set(ownStrings(value, 'required'))
}

function flag({ value }: SchemaView, keyword: string): boolean {
  return own(value, keyword) === true
}

// What is not sent in this direction may look as it likes.
function isUnsent(to: SchemaView, { use }: SchemaReporter): boolean {
  if (use.direction === 'both') return false
  const keyword = use.direction === 'request' ? 'readOnly' : 'writeOnly'
  return flag(to, keyword)
}

function added(
  pair: SchemaPair,
  name: string,
  to: SchemaView,
  required: boolean,
  reporter: SchemaReporter,
): void {
  const path = joinPath(pair.path, name)
  const details: SchemaDetails = { at: to.at }
  if (reporter.use.direction === 'response') {
    const unsent = pair.unsent || flag(to, 'writeOnly')
    const kind = required ? 'required' : 'optional'
    const rule = `response-${kind}${unsent ? '-write-only' : ''}-property-added`
    reporter.reportProperty(pair, `${kind}-property-added`, rule, path, unsent, details)
    return
  }
  const unsent = pair.unsent || flag(to, 'readOnly')
  const kind = !required || unsent ? 'optional' : 'required'
  const withDefault = kind === 'required' && own(to.value, 'default') !== undefined
  const key = `new-${kind}-property${withDefault ? '-with-default' : ''}`
  const rule = `new-${kind}-${reporter.property}${withDefault ? '-with-default' : ''}`
  reporter.reportProperty(pair, key, rule, path, unsent, details)
}

function removed(
  pair: SchemaPair,
  name: string,
  from: SchemaView,
  required: boolean,
  reporter: SchemaReporter,
): void {
  const path = joinPath(pair.path, name)
  const details: SchemaDetails = { at: from.at, side: 'old' }
  if (reporter.use.direction !== 'response') {
    const unsent = pair.unsent || flag(from, 'readOnly')
    reporter.reportProperty(pair, 'property-removed', `${reporter.property}-removed`, path, unsent, details)
    return
  }
  const unsent = pair.unsent || flag(from, 'writeOnly')
  const kind = required ? 'required' : 'optional'
  const rule = `response-${kind}${unsent ? '-write-only' : ''}-property-removed`
  reporter.reportProperty(pair, `${kind}-property-removed`, rule, path, unsent, details)
}

function compareProperty(
  parent: SchemaPair,
  pair: SchemaPair,
  was: boolean,
  is: boolean,
  reporter: SchemaReporter,
): void {
  const { use } = reporter
  if (was !== is) becameRequired(parent, pair, is, reporter)
  const kind = is ? 'required' : 'optional'
  for (const [keyword, words] of [
    ['readOnly', 'read-only'],
    ['writeOnly', 'write-only'],
  ] as const) {
    const [before, after] = [flag(pair.before, keyword), flag(pair.after, keyword)]
    if (before === after) continue
    const key = `${kind}-property-became-${after ? '' : 'not-'}${words}`
    reporter.reportProperty(
      parent,
      key,
      `${use.direction === 'both' ? 'model' : use.direction}-${key}`,
      pair.path,
      pair.unsent,
      { at: pair.after.at },
    )
  }
  for (const { key, ...details } of announce(pair.before.value, pair.after.value))
    reporter.report(pair, key, details)
}

function becameRequired(parent: SchemaPair, pair: SchemaPair, is: boolean, reporter: SchemaReporter): void {
  const request = reporter.use.direction !== 'response'
  const unsent = parent.unsent || flag(pair.after, request ? 'readOnly' : 'writeOnly')
  const withDefault = is && request && !unsent && own(pair.after.value, 'default') !== undefined
  const key = `property-became-${is ? 'required' : 'optional'}${withDefault ? '-with-default' : ''}`
  const kind = unsent ? (request ? 'request-read-only' : 'response-write-only') : undefined
  const rule = kind ? `${kind}-${key}` : reporter.property.replace(/property$/, key)
  reporter.reportProperty(parent, key, rule, pair.path, unsent, { at: parent.after.at })
}

// A name may be required without being described, or be described elsewhere.
function compareBareRequired(
  pair: SchemaPair,
  required: { before: Set<string>; after: Set<string> },
  before: JsonObject,
  after: JsonObject,
  reporter: SchemaReporter,
): void {
  for (const [names, others, key] of [
    [required.after, required.before, 'property-became-required'],
    [required.before, required.after, 'property-became-optional'],
  ] as const) {
    for (const name of names) {
      if (others.has(name) || Object.hasOwn(before, name) || Object.hasOwn(after, name)) continue
      const rule = reporter.property.replace(/property$/, key)
      reporter.reportProperty(pair, key, rule, joinPath(pair.path, name), pair.unsent, {})
    }
  }
}
