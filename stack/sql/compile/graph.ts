// One root field of a GraphQL document to one statement. Its single row holds the field's JSON as text and, for a
// change, the number of rows it touched.

import { Params, qualified } from '../sql-text.ts'
import type { Connection, GraphRoot, MutationValue } from '../tree-graph.ts'
import type { Statement } from './compile.ts'
import { conditionsSql } from './conditions.ts'
import { compileConnection } from './graph-page.ts'
import {
  aliasRows,
  callSql,
  type GraphContext,
  objectSql,
  renderedSql,
  rowObjectSql,
  sourceSql,
} from './graph-row.ts'
import { mutationSql } from './mutation.ts'
import { Names } from './read.ts'

/** Compiles a root field. */
export function compileGraphRoot(root: GraphRoot): Statement {
  const context: GraphContext = { params: new Params(), names: new Names(), connection: compileConnection }
  return { sql: rootSql(root, context), values: context.params.values }
}

function rootSql(root: GraphRoot, context: GraphContext): string {
  switch (root.kind) {
    case 'connection':
      return connectionSql(root.connection, context)
    case 'row':
      return rowSql(root, context)
    case 'value':
      return `select to_json(${renderedSql(callSql(root.call, context), root.rendering, context)})`
    case 'change':
      return changeSql(root, context)
  }
}

/** A function is called once, however often the page, its count and its aggregates read the rows. */
function connectionSql(connection: Connection, context: GraphContext): string {
  const { source } = connection
  if (source.kind !== 'call') return `select ${compileConnection(connection, undefined, context)}`
  const called = `with called as (select answer.* from ${callSql(source.call, context)} as answer)`
  const page: Connection = { ...connection, source: { kind: 'called', relation: source.relation } }
  return `${called} select ${compileConnection(page, undefined, context)}`
}

function rowSql(root: Extract<GraphRoot, { kind: 'row' }>, context: GraphContext): string {
  const alias = context.names.rows()
  const { from, on } = sourceSql(root.source, undefined, alias, context)
  const json = rowObjectSql(root.fields, aliasRows(alias), context)
  const where = [...on, ...conditionsSql(root.where, { alias }, context.params, noEmbeds)]
  // A function without an answer returns one row of nulls.
  if (root.source.kind === 'call') where.push(`not (${alias}.* is null)`)
  return `select ${json} from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''} limit 1`
}

function changeSql(
  { change, fields }: Extract<GraphRoot, { kind: 'change' }>,
  context: GraphContext,
): string {
  const changes = mutationSql(change, context.params)
  const alias = context.names.rows()
  const rows = aliasRows(alias, qualified(change.relation))
  const json = objectSql(fields, (value) => changedSql(value, rows, context))
  return `with source as (${changes}) select ${json}, count(*) from source as ${alias}`
}

function changedSql(value: MutationValue, rows: ReturnType<typeof aliasRows>, context: GraphContext): string {
  switch (value.kind) {
    case 'constant':
      return `${context.params.bind(value.text)}::text`
    case 'affected':
      return 'count(*)'
    case 'records':
      return `coalesce(json_agg(${rowObjectSql(value.fields, rows, context)}), '[]')`
  }
}

function noEmbeds(): never {
  throw new TypeError('a GraphQL filter tests no embeds')
}
