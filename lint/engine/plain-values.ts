// Most examples are a text or a number beside its type: that they fit is seen without compiling a schema for each.
import { isObject } from '../../analysis/json.ts'

const TESTS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
}

// Keywords that ask nothing of a value, and what the checker wants them to be: else it refuses the schema.
const ASIDE: Record<string, string> = {
  title: 'string',
  description: 'string',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  deprecated: 'boolean',
  nullable: 'boolean',
}

/**
 * Whether values are surely what a schema asks for. False says nothing: it may be that this cannot be seen here, as for
 * every schema of more than a type and the values it may have.
 */
export function fitPlainly(schema: unknown, values: unknown[]): boolean {
  if (!isObject(schema)) return false
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'type' || key === 'example' || key === 'default') continue
    if (key === 'enum' ? !isPlainEnum(value) : typeof value !== ASIDE[key]) return false
  }
  const { type, enum: choices } = schema
  const test = typeof type === 'string' && Object.hasOwn(TESTS, type) ? TESTS[type] : undefined
  return (
    test !== undefined &&
    values.every(
      (value) => test(value) && (!Array.isArray(choices) || choices.some((choice) => choice === value)),
    )
  )
}

function isPlainEnum(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return (
    new Set(value).size === value.length && value.every((item) => item === null || typeof item !== 'object')
  )
}

/** The values that the example rules hold against a schema, or undefined where that is not plain to see. */
export function plainValuesOf(
  mode: 'media' | 'schema',
  value: Record<string, unknown>,
): unknown[] | undefined {
  if (mode === 'schema') return ['example', 'default'].filter((key) => key in value).map((key) => value[key])
  return 'example' in value ? [value.example] : undefined
}
