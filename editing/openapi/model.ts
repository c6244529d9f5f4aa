// What OpenAPI and JSON Schema ask for, as tables: what an object may have, of which type, in which version, and what it
// means. Diagnostics, completion and hover texts all read them. Sources: the OpenAPI Specification 2.0, 3.0.4, 3.1.1 and
// 3.2.0, and JSON Schema 2020-12 (drafts 4 to 2019-09 for stand-alone models).

/** Versions as bits, so that a field can say in which it is known. */
export const V2 = 1
export const V30 = 2
export const V31 = 4
export const V32 = 8
/** A model in a file of its own: JSON Schema of any draft. */
export const MODEL = 16
export const V3 = V30 | V31 | V32
export const V31UP = V31 | V32
export const EVERY = V2 | V3 | MODEL

/** One of the bits above. */
export type Version = number

/**
 * What a value may be:
 * `string`, `boolean`, `number`, `integer`, `null`, `any`; `@name` an object of the tables; `[T]` a list; `{T}` a map;
 * `=a|b` one of these texts; `A/B` either.
 */
export type TypeName = string

export interface Field {
  readonly type: TypeName
  /** What it means, for people: Markdown, a sentence or two. */
  readonly text: string
  /** In which versions it is known. */
  readonly versions: Version
  /** In which versions it must be there. */
  readonly required: Version
}

export interface ObjectType {
  /** What it is called: "operation". */
  readonly name: string
  readonly fields: Readonly<Record<string, Field>>
  /** What any other key leads to, where keys are names. */
  readonly rest?: TypeName
  /** What such names look like; others are wrong. */
  readonly names?: RegExp
  /** The section of `components` (3.x) that references in its place lead to. */
  readonly section?: string
  /** The root's section in 2.0. */
  readonly section2?: string
  /** Keys that nobody knows are fine: JSON Schema from 3.1 on. */
  readonly open?: Version
}

/** A field of a table. */
export function field(type: TypeName, text: string, versions: Version = EVERY, required: Version = 0): Field {
  return { type, text, versions, required: required & versions }
}

/** A type, taken apart. */
export type Shape =
  | { readonly is: 'string' | 'boolean' | 'number' | 'integer' | 'null' | 'any' }
  | { readonly is: 'object'; readonly name: string }
  | { readonly is: 'list' | 'map'; readonly of: TypeName }
  | { readonly is: 'one'; readonly values: readonly string[] }

const SIMPLE = new Set(['string', 'boolean', 'number', 'integer', 'null', 'any'])
const known = new Map<TypeName, readonly Shape[]>()

/** What a type's name says: one shape, or several of which one fits. */
export function shapesOf(type: TypeName): readonly Shape[] {
  let shapes = known.get(type)
  if (!shapes) {
    shapes = alternatives(type).map(shapeOf)
    known.set(type, shapes)
  }
  return shapes
}

function alternatives(type: TypeName): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < type.length; at++) {
    if ('[{'.includes(type[at] ?? '')) depth += 1
    else if (']}'.includes(type[at] ?? '')) depth -= 1
    else if (type[at] === '/' && depth === 0) {
      found.push(type.slice(from, at))
      from = at + 1
    }
  }
  return [...found, type.slice(from)]
}

function shapeOf(type: string): Shape {
  if (type.startsWith('=')) return { is: 'one', values: type.slice(1).split('|') }
  if (type.startsWith('@')) return { is: 'object', name: type.slice(1) }
  if (type.startsWith('[')) return { is: 'list', of: type.slice(1, -1) }
  if (type.startsWith('{')) return { is: 'map', of: type.slice(1, -1) }
  if (!SIMPLE.has(type)) throw new Error(`There is no type “${type}”.`)
  return { is: type as 'string' }
}
