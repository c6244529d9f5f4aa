import type { Column, Relation } from '../sql/catalog-types.ts'

const JSON_TYPES: Record<string, string> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
}

/** The schema of a value of a Postgres type; the type itself is its format, as PostgREST writes it. */
export function typeSchema(sqlType: string): Record<string, unknown> {
  if (sqlType.endsWith('[]')) return { type: 'array', format: sqlType, items: itemType(sqlType.slice(0, -2)) }
  if (sqlType === 'json' || sqlType === 'jsonb') return { format: sqlType }
  return { type: JSON_TYPES[sqlType] ?? 'string', format: sqlType }
}

function itemType(sqlType: string): Record<string, unknown> {
  return sqlType === 'json' || sqlType === 'jsonb' ? {} : { type: JSON_TYPES[sqlType] ?? 'string' }
}

/** The schema of a column, with its notes on keys. */
export function columnSchema(column: Column, relation: Relation): Record<string, unknown> {
  const notes = relation.primaryKey.includes(column.name) ? 'Note:\nThis is a Primary Key.<pk/>' : ''
  const description = [column.description, notes].filter(Boolean).join('\n\n')
  return {
    ...typeSchema(column.baseType),
    ...(description && { description }),
    ...(column.defaultSql !== undefined && { default: column.defaultSql }),
    ...(column.maxLength !== undefined && { maxLength: column.maxLength }),
    ...(column.enumValues.length > 0 && { enum: column.enumValues }),
  }
}
