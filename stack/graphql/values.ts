import { GraphError } from './errors.ts'
import { type Input, isObject } from './json.ts'
import type { ValueType } from './model/value-types.ts'

/** A value as the text that Postgres reads it from. */
export function boundText(value: Input): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return arrayText(value)
  if (isObject(value)) throw new GraphError('Unexpected object in input value')
  return String(value)
}

function arrayText(values: Input[]): string {
  const items = values.map((value) => {
    if (Array.isArray(value)) throw new GraphError('Unexpected array in input value array')
    if (isObject(value)) throw new GraphError('Unexpected object in input value array')
    return value === null || value === undefined ? 'null' : quoted(String(value))
  })
  return `{${items.join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A value inside a payload of rows: JSON comes as a string and goes in as what it says. */
export function payloadText(value: Input, type: ValueType): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) {
    const of = type.kind === 'list' ? type.of : type
    return `[${value.map((item) => payloadText(item, of)).join(',')}]`
  }
  if (isObject(value)) throw new GraphError('Unexpected object in input value')
  if (type.kind === 'scalar' && type.name === 'JSON') return checkedJson(String(value))
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

function checkedJson(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch {
    throw new GraphError('invalid input syntax for type json')
  }
}
