// One query tree to one statement. Its single row has the columns of `Answer`, all as text.
import type { MediaHandler, Relation } from '../catalog/types.ts'
import { ident, Params, qualified, wholeSql } from '../sql-text.ts'
import type { ReadQuery, Source } from '../tree.ts'
import { callSql } from './call.ts'
import { INSERTED_SQL, mutationSql } from './mutation.ts'
import { countableSql, Names, type RowSource, readSql } from './read.ts'

/** How the rows become one text: JSON array, one JSON object, bare values, CSV, by a handler, or not at all. */
export type BodyFormat = 'array' | 'object' | 'values' | 'value' | 'csv' | 'handled' | 'none'

export interface Output {
  format: BodyFormat
  stripNulls?: boolean
  /** Makes the body where the format is `handled`; bytes come as hexadecimal digits. */
  handler?: MediaHandler | undefined
  /** The rows are values without columns. */
  bare?: boolean
  /** Also count the rows that match without the page. */
  count?: boolean
  /** Where counting ends. */
  countLimit?: number
  /** Also return the first changed row's values of these columns. */
  identify?: string[]
}

export interface Statement {
  sql: string
  values: (string | null)[]
}

/** The columns of the statement's one row, in order. */
export interface Answer {
  rows: string | null
  total: string | null
  body: string | null
  headers: string | null
  status: string | null
  identity: string | null
  inserted: string | null
}

/** Compiles a read of a relation. */
export function compileRead(query: ReadQuery & { relation: Relation }, output: Output): Statement {
  const context = { params: new Params(), names: new Names() }
  const alias = context.names.rows()
  const source: RowSource = { from: `${qualified(query.relation)} as ${alias}`, rows: { alias }, on: [] }
  const rows = readSql(query, source, context)
  const limit = output.countLimit === undefined ? '' : ` limit ${wholeSql(output.countLimit)}`
  const total = output.count
    ? `(select count(*) from (${countableSql(query, source, context)}${limit}) as counted)`
    : 'null'
  return {
    sql: `select ${answerSql(output, total, 'null')} from (${rows}) as rows`,
    values: context.params.values,
  }
}

/** Compiles a mutation or call, and a read of the rows it returns. */
export function compileSource(source: Source, query: ReadQuery, output: Output): Statement {
  const context = { params: new Params(), names: new Names() }
  const changes =
    source.kind === 'call' ? callSql(source, context.params) : mutationSql(source, context.params)
  const alias = context.names.rows()
  const rowType = query.relation?.oid ? qualified(query.relation) : undefined
  const rowSource: RowSource = { from: `source as ${alias}`, rows: { alias, rowType }, on: [] }
  const bare = source.kind === 'call' ? source.routine.returns !== 'composite' : output.format === 'none'
  const rows = bare ? 'select * from source' : readSql(query, rowSource, context)
  const total = output.count ? totalSql(bare, query, rowSource, context) : 'null'
  const identity = output.identify ? identitySql(output.identify) : 'null'
  return {
    sql: `with source as (${changes}) select ${answerSql(output, total, identity)} from (${rows}) as rows`,
    values: context.params.values,
  }
}

/** `explain` of the count, for planned and estimated totals. */
export function compilePlannedCount(query: ReadQuery & { relation: Relation }): Statement {
  const context = { params: new Params(), names: new Names() }
  const alias = context.names.rows()
  const source: RowSource = { from: `${qualified(query.relation)} as ${alias}`, rows: { alias }, on: [] }
  return {
    sql: `explain (format json) ${countableSql(query, source, context)}`,
    values: context.params.values,
  }
}

function totalSql(
  bare: boolean,
  query: ReadQuery,
  source: RowSource,
  context: { params: Params; names: Names },
): string {
  const rows = bare ? 'select 1 from source' : countableSql(query, source, context)
  return `(select count(*) from (${rows}) as counted)`
}

function answerSql(output: Output, total: string, identity: string): string {
  return [
    'count(*)',
    total,
    bodySql(output),
    `nullif(current_setting('response.headers', true), '')`,
    `nullif(current_setting('response.status', true), '')`,
    identity,
    INSERTED_SQL,
  ].join(', ')
}

function bodySql({ format, stripNulls, handler, bare }: Output): string {
  const strip = (sql: string) => (stripNulls ? `json_strip_nulls(${sql})` : sql)
  switch (format) {
    case 'array':
      return `coalesce(${strip('json_agg(rows.*)')}, '[]')`
    case 'object':
      return `coalesce((array_agg(${strip('row_to_json(rows.*)')}))[1], 'null')`
    case 'values':
      return `coalesce(${strip('json_agg(rows.value)')}, '[]')`
    case 'value':
      return `coalesce((array_agg(${strip('to_json(rows.value)')}))[1], 'null')`
    case 'csv':
      return csvSql()
    case 'handled':
      return handledSql(handler, bare)
    case 'none':
      return 'null'
  }
}

function handledSql(handler: MediaHandler | undefined, bare: boolean | undefined): string {
  const rows = handler?.rowType ? `(rows.*)::${qualified(handler.rowType)}` : 'rows.*'
  const argument = bare ? 'rows.value' : rows
  const value = handler?.aggregate
    ? `${qualified(handler.aggregate)}(${argument})`
    : `(array_agg(${argument}))[1]`
  return handler?.binary ? `encode(${value}, 'hex')` : `${value}::text`
}

/** Header from the first row's keys, lines from Postgres's own quoting of rows. */
function csvSql(): string {
  const keys = `(select string_agg(key, ',') from json_object_keys((array_agg(row_to_json(rows.*)))[1]) as key)`
  const lines = `string_agg(substring((rows.*)::text, 2, length((rows.*)::text) - 2), E'\\n')`
  return `coalesce(${keys}, '') || E'\\n' || coalesce(${lines}, '')`
}

function identitySql(columns: string[]): string {
  const values = columns.map((column) => `first.${ident(column)}::text`)
  return `(select json_build_array(${values.join(', ')}) from source as first limit 1)`
}
