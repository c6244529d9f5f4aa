import type { Column } from '../catalog/types.ts'
import { ident, type Params, qualified } from '../sql-text.ts'
import type { Connection, GraphCall, JsonField, Rendering, RowSource, RowValue } from '../tree-graph.ts'
import type { Names } from './read.ts'

/** The rows a value is read from. */
export interface GraphRowsSql {
  column(column: Column): string
  /** The row as an argument of its functions. */
  whole(): string
}

export interface GraphContext {
  params: Params
  names: Names
  /** Compiles a connection below a row; given from above, because rows and pages hold each other. */
  connection(connection: Connection, parent: GraphRowsSql | undefined, context: GraphContext): string
}

/** Rows under an alias; `rowType` is set where Postgres has forgotten the type of the row. */
export function aliasRows(alias: string, rowType?: string): GraphRowsSql {
  return {
    column: (column) => `${alias}.${ident(column.name)}`,
    whole: () => (rowType ? `(${alias}.*)::${rowType}` : `${alias}.*`),
  }
}

// A function takes a hundred arguments: fifty pairs.
const MAX_PAIRS = 50
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/

/** A JSON object of labelled values. */
export function objectSql<Value>(fields: JsonField<Value>[], valueSql: (value: Value) => string): string {
  const pairs = fields.map(({ label, value }) => `'${checkedName(label)}', ${valueSql(value)}`)
  if (pairs.length <= MAX_PAIRS) return `json_build_object(${pairs.join(', ')})`
  const parts: string[] = []
  for (let at = 0; at < pairs.length; at += MAX_PAIRS) {
    parts.push(`jsonb_build_object(${pairs.slice(at, at + MAX_PAIRS).join(', ')})`)
  }
  return `(${parts.join(' || ')})::json`
}

/** Labels are GraphQL names, which need no quoting; anything else is a mistake of ours. */
function checkedName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('a label is not a GraphQL name')
  return name
}

/** The JSON object of one row. */
export function rowObjectSql(
  fields: JsonField<RowValue>[],
  rows: GraphRowsSql,
  context: GraphContext,
): string {
  return objectSql(fields, (value) => rowValueSql(value, rows, context))
}

function rowValueSql(value: RowValue, rows: GraphRowsSql, context: GraphContext): string {
  switch (value.kind) {
    case 'constant':
      return `${context.params.bind(value.text)}::text`
    case 'column':
      return renderedSql(rows.column(value.column), value.rendering, context)
    case 'computed':
      return renderedSql(`${qualified(value.routine)}(${rows.whole()})`, value.rendering, context)
    case 'node-id':
      return encodedSql([
        ...value.names.map((name) => `${context.params.bind(name)}::text`),
        ...value.key.map((column) => rows.column(column)),
      ])
    case 'one':
      return oneSql(value, rows, context)
    case 'many':
      return context.connection(value.connection, rows, context)
  }
}

function oneSql(
  { source, fields }: Extract<RowValue, { kind: 'one' }>,
  parent: GraphRowsSql,
  context: GraphContext,
): string {
  const alias = context.names.rows()
  const { from, on } = sourceSql(source, parent, alias, context)
  const json = rowObjectSql(fields, aliasRows(alias), context)
  if (source.kind !== 'table') on.push(`not (${alias}.* is null)`)
  return `(select ${json} from ${from}${on.length > 0 ? ` where ${on.join(' and ')}` : ''} limit 1)`
}

/** base64 of a JSON array, as cursors and node ids are written. */
export function encodedSql(values: string[]): string {
  return `translate(encode(convert_to(jsonb_build_array(${values.join(', ')})::text, 'UTF8'), 'base64'), E'\\n', '')`
}

/** Applies what GraphQL wants to see instead of Postgres's own JSON. */
export function renderedSql(sql: string, rendering: Rendering, context: GraphContext): string {
  if (rendering === 'plain') return sql
  if (rendering === 'text') return `${sql}::text`
  if (rendering === 'texts') return `${sql}::text[]`
  if (rendering === 'json-text') return `(${sql} #>> '{}')`
  const { params } = context
  const cases = rendering.labels.map(
    ([from, to]) => `when ${sql}::text = ${params.bind(from)} then ${params.bind(to)}`,
  )
  return `(case ${cases.join(' ')} else ${sql}::text end)`
}

/** `from` of a source under `alias`, and how its rows belong to the asking row. */
export function sourceSql(
  source: RowSource,
  parent: GraphRowsSql | undefined,
  alias: string,
  context: GraphContext,
): { from: string; on: string[] } {
  if (source.kind === 'call') return { from: `${callSql(source.call, context)} as ${alias}`, on: [] }
  if (source.kind === 'called') return { from: `called as ${alias}`, on: [] }
  if (source.kind === 'row-function') {
    if (!parent) throw new TypeError('a function of a row needs the row')
    return { from: `${qualified(source.routine)}(${parent.whole()}) as ${alias}`, on: [] }
  }
  const on = source.on.map(([theirs, own]) => {
    if (!parent) throw new TypeError('a relationship needs the row it starts from')
    return `${alias}.${ident(own.name)} = ${parent.column(theirs)}`
  })
  return { from: `${qualified(source.relation)} as ${alias}`, on }
}

/** A call with named arguments. */
export function callSql({ routine, args }: GraphCall, { params }: GraphContext): string {
  const list = args.map(({ name, sqlType, text }) => `${ident(name)} => ${params.bind(text)}::${sqlType}`)
  return `${qualified(routine)}(${list.join(', ')})`
}
