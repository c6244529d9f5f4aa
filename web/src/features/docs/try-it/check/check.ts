// Whether an answer is what the description says. The validator compiles nothing: our content security policy runs no
// text as a program.
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import type { Bundle, SchemaLike } from '../../model/types.ts'
import { isSchema } from '../../schema/flatten.ts'
import { standalone } from '../../schema/standalone.ts'

export interface SchemaCheck {
  schema: SchemaLike
  bundle: Bundle
  text: string
}

export interface SchemaProblem {
  /** Where in the answer, as `#/items/0/name`. */
  at: string
  message: string
}

export type SchemaResult = { problems: SchemaProblem[] } | { unchecked: string }

const mostProblems = 20

/** Checks a JSON text against a schema. */
export function checkSchema({ schema, bundle, text }: SchemaCheck): SchemaResult {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problems: [{ at: '#', message: 'This is not JSON.' }] }
  }
  try {
    const whole = typeof schema === 'boolean' ? schema : standalone({ ...schema, __bundled__: bundle })
    const { errors } = new Validator(asAnswered(whole) as Schema | boolean, draftOf(schema), false).validate(
      value,
    )
    return { problems: inner(errors) }
  } catch {
    return { unchecked: 'The schema of this answer refers to parts that are not on this page.' }
  }
}

interface Unit {
  instanceLocation: string
  error: string
}

// A problem of a part is one of everything around it, too: the innermost says what is wrong.
function inner(errors: Unit[]): SchemaProblem[] {
  const found = errors.filter(
    ({ instanceLocation }, index) =>
      !errors.some((other, at) => at !== index && other.instanceLocation.startsWith(`${instanceLocation}/`)),
  )
  const told = found.map(({ instanceLocation, error }) => ({ at: instanceLocation, message: error }))
  return told
    .filter(
      (problem, index) =>
        told.findIndex(({ at, message }) => at === problem.at && message === problem.message) === index,
    )
    .slice(0, mostProblems)
}

/** The dialect that a schema names; analysis leaves those of OpenAPI 2 and 3.0 as draft 7. */
function draftOf(schema: SchemaLike): SchemaDraft {
  const named = isSchema(schema) ? String(schema.$schema ?? '') : ''
  if (named.includes('draft-04')) return '4'
  if (named.includes('draft-07') || named.includes('draft-06')) return '7'
  return named.includes('2019-09') ? '2019-09' : '2020-12'
}

/** A schema as answers have to fit it: what only requests carry is not missed. */
function asAnswered(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asAnswered)
  if (!isSchema(schema)) return schema
  const own = Object.fromEntries(Object.entries(schema).map(([key, item]) => [key, asAnswered(item)]))
  const { required, properties } = schema
  if (!Array.isArray(required) || !isSchema(properties)) return own
  const isSent = (name: unknown) => {
    const property = typeof name === 'string' ? properties[name] : undefined
    return isSchema(property) && property.writeOnly === true
  }
  return { ...own, required: required.filter((name) => !isSent(name)) }
}
