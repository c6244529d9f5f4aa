// What else a schema can say, and how each of it begins. Pure.
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { addEdits, appendEdits, freeName, isRecord, type Look, setEdits } from '../binding/edits.ts'
import { type Flavour, hasTypeArrays } from '../binding/flavour.ts'
import { typeOf } from './types.ts'

export interface Rule {
  keyword: string
  /** As a menu says it. */
  label: string
  edits: (look: Look, path: Path) => Edit[]
}

const one =
  (keyword: string, value: unknown): Rule['edits'] =>
  (look, path) =>
    setEdits(look, [...path, keyword], value)

const named =
  (keyword: string, name: string, value: unknown): Rule['edits'] =>
  (look, path) => {
    const known = look([...path, keyword])
    const taken = isRecord(known) ? Object.keys(known) : []
    return addEdits(look, [...path, keyword], freeName(taken, name), value)
  }

const firstProperty = (look: Look, path: Path): string => {
  const properties = look([...path, 'properties'])
  return (isRecord(properties) ? Object.keys(properties)[0] : undefined) ?? 'property'
}

interface Known extends Rule {
  /** Which values it speaks of; without one, of all. */
  of?: 'object' | 'array' | 'string'
  /** Known to JSON Schema and OpenAPI from 3.1 on only. */
  isNew?: true
  /** There may be several of it. */
  isOpen?: true
}

const rules: readonly Known[] = [
  {
    keyword: 'patternProperties',
    label: 'Properties by a pattern of their name',
    of: 'object',
    isNew: true,
    isOpen: true,
    edits: named('patternProperties', '^x-', { type: 'string' }),
  },
  {
    keyword: 'propertyNames',
    label: 'What names of properties look like',
    of: 'object',
    isNew: true,
    edits: one('propertyNames', { pattern: '^[a-z]+$' }),
  },
  {
    keyword: 'dependentRequired',
    label: 'Properties that another one asks for',
    of: 'object',
    isNew: true,
    edits: (look, path) =>
      setEdits(look, [...path, 'dependentRequired'], { [firstProperty(look, path)]: [] }),
  },
  {
    keyword: 'dependentSchemas',
    label: 'A schema that counts where a property is there',
    of: 'object',
    isNew: true,
    isOpen: true,
    edits: (look, path) => named('dependentSchemas', firstProperty(look, path), { required: [] })(look, path),
  },
  {
    keyword: 'additionalProperties',
    label: 'Other properties, of a type',
    of: 'object',
    edits: one('additionalProperties', { type: 'string' }),
  },
  {
    keyword: 'unevaluatedProperties',
    label: 'No properties but those of any part',
    of: 'object',
    isNew: true,
    edits: one('unevaluatedProperties', false),
  },
  {
    keyword: 'prefixItems',
    label: 'First items, each of its own type (a tuple)',
    of: 'array',
    isNew: true,
    isOpen: true,
    edits: (look, path) => appendEdits(look, [...path, 'prefixItems'], { type: 'string' }),
  },
  {
    keyword: 'contains',
    label: 'What at least one item is (contains)',
    of: 'array',
    isNew: true,
    edits: one('contains', { type: 'string' }),
  },
  {
    keyword: 'unevaluatedItems',
    label: 'No items but those of any part',
    of: 'array',
    isNew: true,
    edits: one('unevaluatedItems', false),
  },
  {
    keyword: 'if',
    label: 'If … then … else',
    isNew: true,
    edits: (look, path) => [
      ...one('if', {})(look, path),
      ...one('then', {})(look, path),
      ...one('else', {})(look, path),
    ],
  },
  { keyword: 'not', label: 'What it is not', edits: one('not', { type: 'string' }) },
  {
    keyword: 'allOf',
    label: 'All of several schemas',
    isOpen: true,
    edits: (look, path) => appendEdits(look, [...path, 'allOf'], { type: 'object' }),
  },
  {
    keyword: 'oneOf',
    label: 'One of several schemas',
    isOpen: true,
    edits: (look, path) => appendEdits(look, [...path, 'oneOf'], { type: 'object' }),
  },
  {
    keyword: 'anyOf',
    label: 'Any of several schemas',
    isOpen: true,
    edits: (look, path) => appendEdits(look, [...path, 'anyOf'], { type: 'object' }),
  },
  {
    keyword: '$defs',
    label: 'A definition of its own',
    isNew: true,
    isOpen: true,
    edits: named('$defs', 'Definition', { type: 'object' }),
  },
]

/** What can be added to a schema of a version, as it is now. */
export function rulesFor(schema: unknown, flavour: Flavour): readonly Rule[] {
  const { types, reference } = typeOf(schema)
  if (!isRecord(schema) || (reference !== null && !hasTypeArrays(flavour))) return []
  return rules.filter(({ keyword, of, isNew, isOpen }) => {
    if (isNew && !hasTypeArrays(flavour)) return false
    if (flavour === 'oas2' && ['oneOf', 'anyOf', 'not'].includes(keyword)) return false
    if (of && types.length > 0 && !types.includes(of)) return false
    return isOpen || schema[keyword] === undefined
  })
}
