// What a click in the tree of a schema means, as edits of the text. Pure.
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { addEdits, appendEdits, isRecord, type Look, removeEdits, setEdits } from '../binding/edits.ts'
import type { Flavour } from '../binding/flavour.ts'
import { type Combination, combinations, maySeveral, nullKeyword, typeOf } from './types.ts'

const requiredAt = (look: Look, owner: Path): unknown[] => {
  const list = look([...owner, 'required'])
  return Array.isArray(list) ? list : []
}

/** Says that a property has to be there, or need not be. */
export function requireEdits(look: Look, owner: Path, name: string, isRequired: boolean): Edit[] {
  const index = requiredAt(look, owner).indexOf(name)
  if (isRequired) return index >= 0 ? [] : appendEdits(look, [...owner, 'required'], name)
  return index < 0 ? [] : removeEdits(look, [...owner, 'required', index], 1)
}

/** A property more, in a schema that is an object by then. */
export function addPropertyEdits(look: Look, schema: Path, name: string, value: unknown): Edit[] {
  const { types, combination } = typeOf(look(schema))
  const object: Edit[] =
    types.length === 0 && combination === null ? setEdits(look, [...schema, 'type'], 'object') : []
  return [...object, ...addEdits(look, [...schema, 'properties'], name, value)]
}

/** Another name for a property, and where it is required. */
export function renamePropertyEdits(look: Look, path: Path, owner: Path, name: string): Edit[] {
  const index = requiredAt(look, owner).indexOf(path.at(-1))
  const required: Edit[] =
    index < 0 ? [] : [{ type: 'set', path: [...owner, 'required', index], value: name }]
  return [{ type: 'rename', path, key: name }, ...required]
}

/** Takes a row away: a property with its mention in `required`, a variant with the last of which its keyword goes. */
export function removeRowEdits(look: Look, path: Path, owner: Path | null): Edit[] {
  const name = String(path.at(-1))
  const required = owner ? requireEdits(look, owner, name, false) : []
  const isNamed = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'].includes(
    String(path.at(-2)),
  )
  const inList = typeof path.at(-1) === 'number' || owner !== null || isNamed
  return [...required, ...removeEdits(look, path, inList ? 1 : 0)]
}

/** Keywords that mean something for one type only: with the type they go. */
const ofType: Record<string, readonly string[]> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
    'minProperties',
    'maxProperties',
  ],
  array: [
    'items',
    'prefixItems',
    'additionalItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  string: ['pattern', 'minLength', 'maxLength', 'contentMediaType', 'contentEncoding', 'contentSchema'],
}

const dropped = (schema: Record<string, unknown>, types: readonly string[]): string[] => {
  const gone = Object.entries(ofType).flatMap(([type, keywords]) => (types.includes(type) ? [] : keywords))
  const numeric = types.includes('number') || types.includes('integer')
  if (!numeric) gone.push('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')
  if (!types.includes('string') && !numeric) gone.push('format')
  return gone.filter((keyword) => schema[keyword] !== undefined)
}

/**
 * Makes a schema one of these types. What it says besides stays where it is; what means nothing for them goes. A
 * reference or a combination is another kind of schema: it is replaced.
 */
export function typeEdits(
  look: Look,
  path: Path,
  types: readonly string[],
  isNullable: boolean,
  flavour: Flavour,
): Edit[] {
  const schema = look(path)
  const several = maySeveral(flavour)
  const all = several && isNullable ? [...types, 'null'] : types
  const type = all.length === 0 ? undefined : all.length === 1 ? all[0] : all
  const isNullWord = !several && isNullable && types.length > 0
  const array = types.includes('array') ? { items: {} } : {}
  if (!isRecord(schema) || typeof schema.$ref === 'string') {
    const made = {
      ...(type !== undefined && { type }),
      ...array,
      ...(isNullWord && { [nullKeyword(flavour)]: true }),
    }
    return setEdits(look, path, made)
  }
  const gone = [
    ...dropped(schema, types),
    ...combinations.filter((keyword) => schema[keyword] !== undefined && types.length > 0),
  ]
  const edits: Edit[] = gone.map((keyword) => ({ type: 'delete', path: [...path, keyword] }))
  if (types.includes('array') && schema.items === undefined && schema.prefixItems === undefined)
    edits.push(...setEdits(look, [...path, 'items'], {}))
  if (type === undefined) edits.push(...removeEdits(look, [...path, 'type']))
  else if (JSON.stringify(schema.type) !== JSON.stringify(type))
    edits.push(...setEdits(look, [...path, 'type'], type))
  if (!several) {
    const keyword = nullKeyword(flavour)
    if (isNullWord && schema[keyword] !== true) edits.push(...setEdits(look, [...path, keyword], true))
    if (!isNullWord && schema[keyword] !== undefined) edits.push(...removeEdits(look, [...path, keyword]))
  }
  return edits
}

/** Makes a schema a combination; what it was becomes its first variant. */
export function combineEdits(look: Look, path: Path, combination: Combination): Edit[] {
  const schema = look(path)
  const current = typeOf(schema).combination
  if (current === combination) return []
  if (current && current !== 'not' && combination !== 'not')
    return [{ type: 'rename', path: [...path, current], key: combination }]
  const isBare = isRecord(schema) && Object.keys(schema).length === 0
  const first = isBare ? { type: 'object' } : schema
  return setEdits(look, path, { [combination]: combination === 'not' ? first : [first] })
}

export const referEdits = (look: Look, path: Path, reference: string): Edit[] =>
  setEdits(look, path, { $ref: reference })
