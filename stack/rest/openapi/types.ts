import type { Catalog } from '../../sql/catalog/catalog.ts'
import type { Column, Relation } from '../../sql/catalog/types.ts'

export interface Titled {
  summary?: string
  description?: string
}

const JSON_TYPES: Record<string, string> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
}

const FORMATS: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

/** The schema of a value of a Postgres type; the type itself is its format where OpenAPI has none, as in PostgREST. */
export function typeSchema(sqlType: string): Record<string, unknown> {
  if (sqlType.endsWith('[]')) return { type: 'array', format: sqlType, items: itemSchema(sqlType) }
  if (sqlType === 'json' || sqlType === 'jsonb') return { format: sqlType }
  return { type: JSON_TYPES[sqlType] ?? 'string', format: FORMATS[sqlType] ?? sqlType }
}

/** The schema of an array's elements. */
export function itemSchema(arrayType: string): Record<string, unknown> {
  const { type } = typeSchema(arrayType.slice(0, -2))
  return type === undefined ? {} : { type }
}

/** The schema of a column, with its notes on keys. */
export function columnSchema(column: Column, relation: Relation, catalog: Catalog): Record<string, unknown> {
  const notes = [
    ...(relation.primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
    ...foreignKeyNote(column, relation, catalog),
  ]
  const note = notes.length > 0 ? ['Note:', ...notes].join('\n') : undefined
  const description = [column.description, note].filter(Boolean).join('\n\n')
  const value = defaultValue(column)
  return {
    ...typeSchema(column.baseType),
    ...(description && { description }),
    ...(value !== undefined && { default: value }),
    ...(column.maxLength !== undefined && { maxLength: column.maxLength }),
    ...(column.enumValues.length > 0 && { enum: column.enumValues }),
  }
}

/** Of the keys that consist of this column alone the first counts, one to a table before one to a view. */
function foreignKeyNote(column: Column, relation: Relation, catalog: Catalog): string[] {
  const keys = catalog.relationships(relation).filter(({ cardinality, reversed, columns, to }) => {
    const isKey = cardinality === 'many-to-one' || (cardinality === 'one-to-one' && !reversed)
    return isKey && to.schema === relation.schema && columns.length === 1 && columns[0]?.[0] === column.name
  })
  const key = keys.find(({ to }) => to.kind === 'table') ?? keys[0]
  if (!key) return []
  const table = key.to.name
  const target = key.columns[0]?.[1]
  return [`This is a Foreign Key to \`${table}.${target}\`.<fk table='${table}' column='${target}'/>`]
}

/** The default where it is a constant, or the expression where the column holds text anyway. */
function defaultValue({ baseType, defaultSql }: Column): unknown {
  if (defaultSql === undefined) return undefined
  const cast = `::${baseType}`
  const constant = defaultSql.endsWith(cast)
    ? defaultSql.slice(0, -cast.length).replace(/^'+|'+$/g, '')
    : defaultSql
  try {
    return JSON.parse(typeSchema(baseType).type === 'string' ? `"${constant}"` : defaultSql)
  } catch {
    return undefined
  }
}
