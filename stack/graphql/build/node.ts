import { type GraphQLFieldConfigMap, GraphQLNonNull, type GraphQLOutputType } from 'graphql'
import type { FunctionModel } from '../model/functions.ts'
import type { KeyModel } from '../model/keys.ts'
import { SCALARS } from '../model/scalars.ts'
import type { ColumnModel, TableModel } from '../model/table.ts'
import { field } from './field.ts'
import type { GraphTypes } from './graph-types.ts'

type Fields = GraphQLFieldConfigMap<unknown, unknown>

/** The fields of a table's type: its id, its columns, what they refer to and what refers to them, its functions. */
export function nodeFields(table: TableModel, types: GraphTypes): Fields {
  const { keys, functions } = types.model
  const columns = table.columns.filter(({ selectable }) => selectable)
  return Object.fromEntries([
    ...(table.key.length > 0 ? [['nodeId', nodeIdField(table)]] : []),
    ...columns.map((column) => [column.field, columnField(column, types)]),
    ...keys.filter(({ from }) => from === table).map((key) => [key.toOneField, toOneField(key, types)]),
    ...keys.filter(({ to }) => to === table).map((key) => [key.backField, backField(key, types)]),
    ...functions
      .filter((model) => model.extends === table)
      .map((model) => [model.field, computedField(model, types)]),
  ])
}

function nodeIdField(table: TableModel) {
  const type = new GraphQLNonNull(SCALARS.ID)
  return field(type, { kind: 'node-id', table }, 'Globally Unique Record Identifier')
}

function columnField(column: ColumnModel, types: GraphTypes) {
  const type = types.output(column.type)
  return field(nonNullIf(column.notNull, type), { kind: 'column', column }, column.description)
}

function toOneField(key: KeyModel, types: GraphTypes) {
  return field(nonNullIf(key.always, types.row(key.to)), { kind: 'to-one', key, back: false })
}

function backField(key: KeyModel, types: GraphTypes) {
  if (key.unique) return field(types.row(key.from), { kind: 'to-one', key, back: true })
  return {
    ...field(types.connection(key.from), { kind: 'to-many', key, back: true }),
    args: types.inputs.connectionArguments(key.from),
  }
}

function computedField(model: FunctionModel, types: GraphTypes) {
  const source = { kind: 'computed', model } as const
  const { returns } = model
  if (returns.kind === 'rows') {
    return {
      ...field(types.connection(returns.table), source, model.description),
      args: types.inputs.connectionArguments(returns.table),
    }
  }
  const type = returns.kind === 'row' ? types.row(returns.table) : types.output(returns.type)
  return field(type, source, model.description)
}

function nonNullIf(always: boolean, type: GraphQLOutputType): GraphQLOutputType {
  return always ? new GraphQLNonNull(type) : type
}
