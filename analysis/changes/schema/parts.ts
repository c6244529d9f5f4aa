import { isObject, own, ownItems, ownObject, ownString } from '../../json.ts'
import type { JsonValue } from '../../types.ts'
import type { SchemaPair, SchemaReporter } from './use.ts'
import { canonical, compareKeyword } from './values.ts'
import { isAnnotation } from './view.ts'

/** Visits a schema that stands below both, at these keys of the old and of the new one. */
export type VisitBelow = (pair: SchemaPair, before: Key[], after: Key[], name: string) => void
type Key = string | number

const ADDED_REMOVED = ['added', 'removed'] as const
// Keyword, name in rules, what its presence and absence are called.
const SINGLE: readonly (readonly [string, string, readonly [string, string]])[] = [
  ['not', 'not', ADDED_REMOVED],
  ['items', 'items', ADDED_REMOVED],
  ['if', 'if', ADDED_REMOVED],
  ['then', 'then', ADDED_REMOVED],
  ['else', 'else', ADDED_REMOVED],
  ['contains', 'contains', ADDED_REMOVED],
  ['propertyNames', 'property-names', ADDED_REMOVED],
  ['unevaluatedItems', 'unevaluated-items', ADDED_REMOVED],
  ['unevaluatedProperties', 'unevaluated-properties', ADDED_REMOVED],
  ['contentSchema', 'content-schema', ADDED_REMOVED],
]

/** Keywords whose values are schemas, other than properties and compositions. */
export function compareParts(pair: SchemaPair, reporter: SchemaReporter, visit: VisitBelow): void {
  for (const [keyword, name, [added, removed]] of SINGLE) {
    const [before, after] = [schemaAt(pair.before.value, keyword), schemaAt(pair.after.value, keyword)]
    if (before !== undefined && after !== undefined) visit(pair, [keyword], [keyword], keyword)
    else if (after !== undefined) reporter.report(pair, `${name}-${added}`)
    else if (before !== undefined) reporter.report(pair, `${name}-${removed}`)
  }
  compareMap(pair, reporter, visit, 'patternProperties', 'pattern-property')
  compareMap(pair, reporter, visit, 'dependentSchemas', 'dependent-schema')
  comparePrefixItems(pair, reporter, visit)
  compareAdditional(pair, reporter, visit)
  compareDependentRequired(pair, reporter)
  compareContains(pair, reporter)
  compareContent(pair, reporter)
  compareDiscriminator(pair, reporter)
}

// What a schema that restricts nothing means all the same: nothing may be, something must be there.
const MEANS_ALONE = new Set(['not', 'contains', 'if'])

// True restricts nothing, nor do words: it is as if the keyword were absent.
function schemaAt(schema: object, keyword: string): JsonValue | undefined {
  const value = own(schema as Record<string, JsonValue>, keyword)
  if (value === false) return value
  return isObject(value) && (MEANS_ALONE.has(keyword) || !isAnnotation(value)) ? value : undefined
}

function compareMap(
  pair: SchemaPair,
  reporter: SchemaReporter,
  visit: VisitBelow,
  keyword: string,
  rule: string,
): void {
  const before = ownObject(pair.before.value, keyword) ?? {}
  const after = ownObject(pair.after.value, keyword) ?? {}
  for (const name of Object.keys(before)) {
    if (Object.hasOwn(after, name)) visit(pair, [keyword, name], [keyword, name], name)
    else reporter.report(pair, `${rule}-removed`, { name })
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) reporter.report(pair, `${rule}-added`, { name })
  }
}

function comparePrefixItems(pair: SchemaPair, reporter: SchemaReporter, visit: VisitBelow): void {
  const before = ownItems(pair.before.value, 'prefixItems').length
  const after = ownItems(pair.after.value, 'prefixItems').length
  for (let index = 0; index < Math.max(before, after) && !reporter.full; index++) {
    const keys = ['prefixItems', index]
    if (index < before && index < after) visit(pair, keys, keys, `prefixItems/${index}`)
    else
      reporter.report(pair, `prefix-items-${index < after ? 'added' : 'removed'}`, {
        name: String(index + 1),
      })
  }
}

function compareAdditional(pair: SchemaPair, reporter: SchemaReporter, visit: VisitBelow): void {
  const keyword = 'additionalProperties'
  const [before, after] = [own(pair.before.value, keyword), own(pair.after.value, keyword)]
  if (isObject(before) && isObject(after)) visit(pair, [keyword], [keyword], keyword)
  else if (before !== false && after === false) reporter.report(pair, 'additional-properties-forbidden')
  else if (before === false && after !== false) reporter.report(pair, 'additional-properties-allowed')
  else if (!restricts(before) && restricts(after)) reporter.report(pair, 'additional-properties-restricted')
  else if (restricts(before) && !restricts(after)) reporter.report(pair, 'additional-properties-unrestricted')
}

function restricts(additional: JsonValue | undefined): boolean {
  return isObject(additional) && Object.keys(additional).length > 0
}

function compareDependentRequired(pair: SchemaPair, reporter: SchemaReporter): void {
  const before = ownObject(pair.before.value, 'dependentRequired') ?? {}
  const after = ownObject(pair.after.value, 'dependentRequired') ?? {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [own(before, name), own(after, name)]
    if (from === undefined) reporter.report(pair, 'dependent-required-added', { name, after: to })
    else if (to === undefined) reporter.report(pair, 'dependent-required-removed', { name, before: from })
    else if (canonical(inOrder(from)) !== canonical(inOrder(to))) {
      reporter.report(pair, 'dependent-required-changed', { name, before: from, after: to })
    }
  }
}

// In which order names are listed is of no concern.
function inOrder(names: JsonValue): JsonValue {
  return Array.isArray(names) ? [...names].map(String).sort() : names
}

function compareContains(pair: SchemaPair, reporter: SchemaReporter): void {
  if (!('contains' in pair.before.value && 'contains' in pair.after.value)) return
  for (const [keyword, rule, implied] of [
    ['minContains', 'min-contains', 1],
    ['maxContains', 'max-contains', Number.MAX_SAFE_INTEGER],
  ] as const) {
    const [before, after] = [pair.before, pair.after].map(({ value }) => {
      const limit = own(value, keyword)
      return typeof limit === 'number' ? limit : implied
    })
    if (before === undefined || after === undefined || before === after) continue
    const said = (limit: number) => (limit === Number.MAX_SAFE_INTEGER ? 'any number' : limit)
    const details = { before: said(before), after: said(after) }
    reporter.report(pair, `${rule}-${after > before ? 'increased' : 'decreased'}`, details)
  }
}

function compareContent(pair: SchemaPair, reporter: SchemaReporter): void {
  const changed = ['changed', 'changed', 'changed'] as const
  compareKeyword(pair, reporter, 'contentMediaType', 'content-media-type', changed)
  compareKeyword(pair, reporter, 'contentEncoding', 'content-encoding', changed)
}

function compareDiscriminator(pair: SchemaPair, reporter: SchemaReporter): void {
  const [before, after] = [discriminatorOf(pair.before.value), discriminatorOf(pair.after.value)]
  if (!before && after) reporter.report(pair, 'discriminator-added', { after: after.property })
  if (before && !after) reporter.report(pair, 'discriminator-removed', { before: before.property })
  if (!before || !after) return
  if (before.property !== after.property) {
    const details = { before: before.property, after: after.property }
    reporter.report(pair, 'discriminator-property-name-changed', details)
  }
  for (const name of new Set([...Object.keys(before.mapping), ...Object.keys(after.mapping)])) {
    const [from, to] = [own(before.mapping, name), own(after.mapping, name)]
    if (from === undefined) reporter.report(pair, 'discriminator-mapping-added', { after: name })
    else if (to === undefined) reporter.report(pair, 'discriminator-mapping-deleted', { before: name })
    else if (from !== to)
      reporter.report(pair, 'discriminator-mapping-changed', { name, before: from, after: to })
  }
}

function discriminatorOf(schema: Record<string, JsonValue>) {
  const value = own(schema, 'discriminator')
  if (typeof value === 'string') return { property: value, mapping: {} }
  if (!isObject(value)) return undefined
  return { property: ownString(value, 'propertyName') ?? '', mapping: ownObject(value, 'mapping') ?? {} }
}
