import type { JsonSchema } from '../model/types.ts'
import { isSchema } from './flatten.ts'

const bundled = '#/__bundled__/'

/** A model as a JSON Schema that stands by itself: what came along with it is in `$defs`. */
export function standalone({ __bundled__, ...schema }: JsonSchema): JsonSchema {
  const own = withDefs(schema) as JsonSchema
  return isSchema(__bundled__) ? { ...own, $defs: withDefs(__bundled__) } : own
}

function withDefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDefs)
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' && typeof item === 'string' && item.startsWith(bundled)
        ? [key, `#/$defs/${item.slice(bundled.length)}`]
        : [key, withDefs(item)],
    ),
  )
}
