// What is asked of a reader for one value: a choice, a line, several lines, a document or a file.
import { exactDigits, parseExact } from '../../../../../analysis/parse/exact-number.ts'
import type { Param, SchemaLike } from '../model/types.ts'
import { isFile } from '../samples/files.ts'
import { examplesOfParam } from '../samples/param-examples.ts'
import { examplesOf, valueText } from '../schema/facts.ts'
import { flatten, isSchemaLike, type SchemaDoc } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { labelOf, typesOf } from '../schema/view.ts'

export type ValueShape =
  | { kind: 'choice'; options: string[] }
  | { kind: 'line'; type: 'text' | 'password' | 'number' | 'integer'; nullable: boolean }
  | { kind: 'list'; item: ValueShape }
  | { kind: 'json' }
  | { kind: 'file'; several: boolean }

/** What a reader typed: a text, or one for each item of a list. */
export type Typed = string | string[]

/** What a value of a schema is asked by. */
export function shapeOf(schema: SchemaLike, doc: SchemaDoc): ValueShape {
  const flat = flatten(schema, doc).schema
  const types = typesOf(flat).filter((type) => type !== 'null')
  if (isFile(schema, doc)) return { kind: 'file', several: types.includes('array') }
  if (Array.isArray(flat.enum)) return { kind: 'choice', options: flat.enum.map(valueText) }
  if (flat.const !== undefined) return { kind: 'choice', options: [valueText(flat.const)] }
  const [type] = types
  if (types.length === 1 && type === 'boolean') return { kind: 'choice', options: ['true', 'false'] }
  if (types.length === 1 && type === 'array') {
    const item = isSchemaLike(flat.items) ? shapeOf(flat.items, doc) : text
    return item.kind === 'line' || item.kind === 'choice' ? { kind: 'list', item } : { kind: 'json' }
  }
  if (types.includes('object') || types.includes('array')) return { kind: 'json' }
  const nullable = typesOf(flat).includes('null')
  if (types.length === 1 && (type === 'integer' || type === 'number')) return { kind: 'line', type, nullable }
  return flat.format === 'password' ? { ...text, type: 'password' } : text
}

const text: ValueShape & { kind: 'line' } = { kind: 'line', type: 'text', nullable: false }

/** The schema of a parameter, also of one that is a document of its own. */
export function schemaOf(param: Param): SchemaLike {
  return param.schema ?? Object.values(param.content ?? {})[0]?.schema ?? {}
}

/** The type of a parameter in a few words. */
export function typeLabel(param: Param, doc: SchemaDoc): string {
  return labelOf(schemaOf(param), doc)
}

/** An example of the author's, or the first value that is allowed; none is made up. */
export function givenExample(param: Param, doc: SchemaDoc): unknown {
  const given = examplesOfParam(param).find(({ value }) => value !== undefined)
  return given ? given.value : exampleIn(schemaOf(param), doc)
}

/** The same, of a schema. */
export function exampleIn(schema: SchemaLike, doc: SchemaDoc): unknown {
  const flat = flatten(schema, doc).schema
  const [first] = [...examplesOf(flat), ...(Array.isArray(flat.enum) ? flat.enum : [])]
  return flat.default ?? flat.const ?? first
}

/** What stands in the form before anybody typed: what is required, and what the server would take anyway. */
export function firstTyped(param: Param, doc: SchemaDoc): Typed {
  const { default: usual } = flatten(schemaOf(param), doc).schema
  return typedOf(
    usual ?? (param.required ? givenExample(param, doc) : undefined),
    shapeOf(schemaOf(param), doc),
  )
}

/** A value as a reader would type it. */
export function typedOf(value: unknown, shape: ValueShape): Typed {
  if (shape.kind === 'file') return ''
  if (shape.kind === 'list')
    return value === undefined ? [] : [value].flat().map((item) => typedLine(item, shape.item))
  return typedLine(value, shape)
}

function typedLine(value: unknown, shape: ValueShape): string {
  if (value === undefined) return ''
  if (shape.kind === 'json') return typeof value === 'string' ? value : jsonText(value, 2)
  return typeof value === 'string' ? (exactDigits(value) ?? value) : valueText(value)
}

export type Read = { value: unknown } | { problem: string }

/** What was typed as a value; undefined for nothing. */
export function readTyped(typed: Typed, shape: ValueShape): Read {
  if (Array.isArray(typed)) {
    const filled = typed.filter((line) => line !== '')
    if (filled.length === 0) return { value: undefined }
    const item = shape.kind === 'list' ? shape.item : shape
    const problem = filled.map((line) => problemOf(line, item)).find((found) => found !== null)
    return problem ? { problem } : { value: filled.map((line) => valueIn(line, item)) }
  }
  if (typed === '') return { value: undefined }
  const problem = problemOf(typed, shape)
  return problem ? { problem } : { value: valueIn(typed, shape) }
}

function problemOf(line: string, shape: ValueShape): string | null {
  if (shape.kind === 'json') {
    try {
      parseExact(line)
      return null
    } catch {
      return 'This is not JSON.'
    }
  }
  if (shape.kind !== 'line' || shape.type === 'text' || shape.type === 'password') return null
  if (shape.nullable && line === 'null') return null
  if (shape.type === 'integer') return /^-?\d+$/.test(line) ? null : 'Type a whole number.'
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(line) ? null : 'Type a number.'
}

// Numbers and choices travel as they were typed: a number would lose digits on its way.
function valueIn(line: string, shape: ValueShape): unknown {
  return shape.kind === 'json' ? parseExact(line) : line
}
