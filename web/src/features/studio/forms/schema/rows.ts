// A schema as the rows of a tree: which values it holds, and where each stands in the text. Pure.
import type { Key, Path } from '../../../../../../editing/types.ts'
import { isRecord, pathKey } from '../binding/edits.ts'
import { combinations, typeLabel, typeOf } from './types.ts'

export type RowKind =
  | 'root'
  | 'property'
  /** Under a name that somebody gave: a pattern, a property that another depends on, a definition. */
  | 'named'
  | 'items'
  | 'tuple'
  | 'additional'
  | 'variant'
  /** Under a keyword that has one schema. */
  | 'keyword'

export interface SchemaRow {
  key: string
  /** Of the schema that the row shows. */
  path: Path
  kind: RowKind
  /** Of a property; of others what they are. */
  name: string
  depth: number
  /** The schema whose `required` may name it; null for what is no property. */
  owner: Path | null
  isRequired: boolean
  label: string
  reference: string | null
  isDeprecated: boolean
  isOpenable: boolean
  isOpen: boolean
  /** Beside how many others it stands, and where. */
  position: number
  size: number
  /** How many more there are at this level that are not shown; on its last row. */
  more: number
}

export interface RowsOptions {
  keys: (path: Path) => readonly Key[]
  isOpen: (key: string, depth: number) => boolean
  /** How many of a level are shown. */
  limitOf: (key: string) => number
}

// A schema within a schema without end would be text without end; this bounds what a click may show.
const deepest = 40

interface Child {
  path: Path
  kind: RowKind
  name: string
  schema: unknown
  owner: Path | null
  isRequired: boolean
}

/** What lies in a schema, by its own keywords. */
function childrenOf(schema: unknown, path: Path, keys: RowsOptions['keys']): Child[] {
  if (!isRecord(schema) || typeof schema.$ref === 'string') return []
  const children: Child[] = []
  const of = (kind: RowKind, name: string, at: Path, inner: unknown) =>
    children.push({ path: [...path, ...at], kind, name, schema: inner, owner: null, isRequired: false })
  const properties = schema.properties
  if (isRecord(properties)) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const order = keys([...path, 'properties'])
    // What cannot be read now has its last good members, in no order of the text.
    for (const key of order.length > 0 ? order : Object.keys(properties)) {
      const name = String(key)
      const at = [...path, 'properties', name]
      const isRequired = required.has(name)
      children.push({ path: at, kind: 'property', name, schema: properties[name], owner: path, isRequired })
    }
  }
  for (const keyword of namedKeywords) {
    const named = schema[keyword]
    if (!isRecord(named) || (path.length === 0 && definitions.has(keyword))) continue
    for (const [name, inner] of Object.entries(named)) of('named', name, [keyword, name], inner)
  }
  if (isRecord(schema.additionalProperties))
    of('additional', 'other properties', ['additionalProperties'], schema.additionalProperties)
  const tuple = Array.isArray(schema.prefixItems)
    ? 'prefixItems'
    : Array.isArray(schema.items)
      ? 'items'
      : null
  if (tuple) {
    const list: readonly unknown[] = schema[tuple] as unknown[]
    for (const [index, inner] of list.entries()) of('tuple', `item ${index + 1}`, [tuple, index], inner)
  }
  if (isRecord(schema.items)) of('items', tuple ? 'items beyond' : 'items', ['items'], schema.items)
  for (const [keyword, name] of singleKeywords) {
    // Whether there may be any is said in the details; a schema for them is a row.
    const inner = schema[keyword]
    if (isRecord(inner) || (typeof inner === 'boolean' && conditions.has(keyword)))
      of('keyword', name, [keyword], inner)
  }
  for (const keyword of combinations) {
    const inner = schema[keyword]
    if (keyword !== 'not' && Array.isArray(inner)) {
      for (const [index, variant] of inner.entries())
        of('variant', titleOf(variant) ?? `${keyword} ${index + 1}`, [keyword, index], variant)
    }
  }
  return children
}

const namedKeywords = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'] as const
/** Of a whole file they have forms of their own. */
const definitions: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/** Keywords with one schema, and what their rows are called. */
const singleKeywords = [
  ['propertyNames', 'property names'],
  ['unevaluatedProperties', 'unevaluated properties'],
  ['contains', 'contains'],
  ['additionalItems', 'additional items'],
  ['unevaluatedItems', 'unevaluated items'],
  ['if', 'if'],
  ['then', 'then'],
  ['else', 'else'],
  ['not', 'not'],
  ['contentSchema', 'content'],
] as const
const conditions: ReadonlySet<string> = new Set(['if', 'then', 'else', 'not'])

const titleOf = (schema: unknown): string | null =>
  isRecord(schema) && typeof schema.title === 'string' && schema.title !== '' ? schema.title : null

function rowOf(
  child: Child,
  depth: number,
  place: { position: number; size: number },
  options: RowsOptions,
): SchemaRow {
  const { path, schema } = child
  const key = pathKey(path)
  const isOpenable = depth < deepest && childrenOf(schema, path, options.keys).length > 0
  return {
    key,
    path,
    kind: child.kind,
    name: child.name,
    depth,
    owner: child.owner,
    isRequired: child.isRequired,
    label: typeLabel(schema),
    reference: typeOf(schema).reference,
    isDeprecated: isRecord(schema) && schema.deprecated === true,
    isOpenable,
    isOpen: isOpenable && options.isOpen(key, depth),
    ...place,
    more: 0,
  }
}

/** The rows of a schema: itself first, then what lies in what is open. */
export function schemaRows(schema: unknown, path: Path, options: RowsOptions): SchemaRow[] {
  const root: Child = { path, kind: 'root', name: '', schema, owner: null, isRequired: false }
  const rows: SchemaRow[] = []
  const walk = (child: Child, depth: number, position: number, size: number): void => {
    const row = rowOf(child, depth, { position, size }, options)
    rows.push(row)
    if (!row.isOpen) return
    const children = childrenOf(child.schema, child.path, options.keys)
    const shown = children.slice(0, options.limitOf(row.key))
    for (const [index, inner] of shown.entries()) walk(inner, depth + 1, index + 1, children.length)
    const last = rows.at(-1)
    if (last && shown.length < children.length) last.more = children.length - shown.length
  }
  walk(root, 0, 1, 1)
  return rows
}
