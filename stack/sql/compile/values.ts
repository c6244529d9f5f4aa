import { ident, type Params, qualified } from '../sql-text.ts'
import type { JsonStep, Value } from '../tree.ts'

/** The rows a value is read from. */
export interface Rows {
  alias: string
  /** Set when the rows are a statement's own result, whose row type Postgres has forgotten. */
  rowType?: string | undefined
}

/** SQL of a value, its JSON path included. */
export function valueSql(value: Value, rows: Rows, params: Params): string {
  const type = valueType(value)
  return pathSql(baseSql(value, rows), type === 'json' || type === 'jsonb', value.path, params)
}

/** SQL of what a path leads to inside a value. */
export function pathSql(base: string, isJson: boolean, path: JsonStep[], params: Params): string {
  if (path.length === 0) return base
  const json = isJson ? base : `to_jsonb(${base})`
  return `(${json}${path.map((step) => stepSql(step, params)).join('')})`
}

/** The row as an argument of its functions; with `.*` no column of the alias's name can be meant. */
export function rowSql(rows: Rows): string {
  return rows.rowType ? `(${rows.alias}.*)::${rows.rowType}` : `${rows.alias}.*`
}

/** The type of a value before its JSON path. */
export function valueType(value: Value): string {
  return value.kind === 'column' ? value.column.baseType : value.routine.returnType
}

function baseSql(value: Value, rows: Rows): string {
  if (value.kind === 'column') return `${rows.alias}.${ident(value.column.name)}`
  return `${qualified(value.routine)}(${rowSql(rows)})`
}

function stepSql(step: JsonStep, params: Params): string {
  const arrow = step.asText ? '->>' : '->'
  return 'index' in step
    ? `${arrow}${params.bind(String(step.index))}::int`
    : `${arrow}${params.bind(step.key)}::text`
}
