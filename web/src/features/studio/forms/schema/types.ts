// What a schema says its values are, in the words of its version.
import { isRecord } from '../binding/edits.ts'
import { type Flavour, hasTypeArrays } from '../binding/flavour.ts'

export const simpleTypes = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const

export const combinations = ['allOf', 'oneOf', 'anyOf', 'not'] as const
export type Combination = (typeof combinations)[number]

export const combinationNames: Record<Combination, string> = {
  allOf: 'all of',
  oneOf: 'one of',
  anyOf: 'any of',
  not: 'not',
}

export interface SchemaType {
  /** As written, without `null`. */
  types: readonly string[]
  isNullable: boolean
  combination: Combination | null
  reference: string | null
}

/** Reads the type of a schema; nothing is guessed but what its keywords say. */
export function typeOf(schema: unknown): SchemaType {
  if (!isRecord(schema)) return { types: [], isNullable: false, combination: null, reference: null }
  const written = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]
  const types = written.filter((type) => typeof type === 'string' && type !== 'null')
  const isNullable = schema.nullable === true || schema['x-nullable'] === true || written.includes('null')
  const combination = combinations.find((keyword) => schema[keyword] !== undefined) ?? null
  const reference = typeof schema.$ref === 'string' ? schema.$ref : null
  return { types, isNullable, combination, reference }
}

/** The last part of a reference, for people. */
export function referenceName(reference: string): string {
  const last = reference.split('/').at(-1) ?? reference
  return last.replaceAll('~1', '/').replaceAll('~0', '~') || reference
}

// Of more, nobody reads the types in a line.
const shownAtMost = 3

/** `[string, integer, …]`; the dots for what may follow. */
function tupleLabel(first: readonly unknown[], beyond: unknown, depth: number): string {
  const shown = first.slice(0, shownAtMost).map((one) => typeLabel(one, depth + 1))
  const isOpen = first.length > shownAtMost || beyond !== false
  return `[${[...shown, ...(isOpen ? ['…'] : [])].join(', ')}]`
}

/** What a condition asks for: `with price`. */
function withLabel(required: readonly unknown[]): string[] {
  if (required.length === 0) return []
  const names = required.slice(0, shownAtMost).map(String).join(', ')
  return [`with ${names}${required.length > shownAtMost ? ', …' : ''}`]
}

/** The type in a few characters: `string<date>`, `array[Pet]`, `one of`. */
export function typeLabel(schema: unknown, depth = 0): string {
  if (schema === true) return 'any'
  if (schema === false) return 'never'
  const { types, isNullable, combination, reference } = typeOf(schema)
  if (reference !== null) return referenceName(reference)
  if (!isRecord(schema)) return 'any'
  const names = types.map((type) => {
    if (type === 'array' && depth < 3 && Array.isArray(schema.prefixItems))
      return tupleLabel(schema.prefixItems, schema.items, depth)
    if (type === 'array' && depth < 3 && schema.items !== undefined)
      return `array[${typeLabel(schema.items, depth + 1)}]`
    return typeof schema.format === 'string' && type === types[0] ? `${type}<${schema.format}>` : type
  })
  if (names.length === 0 && combination) names.push(combinationNames[combination])
  if (names.length === 0 && schema.properties !== undefined) names.push('object')
  if (names.length === 0 && schema.enum !== undefined) names.push('enum')
  if (names.length === 0 && schema.const !== undefined) names.push('const')
  if (names.length === 0 && Array.isArray(schema.required)) names.push(...withLabel(schema.required))
  if (isNullable) names.push('null')
  return names.join(' | ') || 'any'
}

/** Of which types a schema of this version may be several at once. */
export const maySeveral = (flavour: Flavour): boolean => hasTypeArrays(flavour)

/** The keyword that says null in versions without arrays of types. */
export const nullKeyword = (flavour: Flavour): string => (flavour === 'oas2' ? 'x-nullable' : 'nullable')
