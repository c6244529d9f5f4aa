import { type GraphQLField, type GraphQLObjectType, isObjectType } from 'graphql'
import type { Condition } from '../../sql/tree.ts'
import type { GraphCall, GraphRoot, RowSource } from '../../sql/tree-graph.ts'
import { readNodeId } from '../encoded.ts'
import { GraphError, unknownField } from '../errors.ts'
import { fieldSource, tableOf } from '../field-source.ts'
import type { Input } from '../json.ts'
import { CONNECTION_ARGUMENTS, type FunctionModel } from '../model/functions.ts'
import { columnOf, type TableModel } from '../model/table.ts'
import { renderingOf } from '../model/value-types.ts'
import type { Selected } from '../selections.ts'
import { boundText } from '../values.ts'
import { type PlannedChange, planDelete, planInsert, planUpdate } from './change.ts'
import { planConnection } from './connection.ts'
import { equals, keyConditions } from './filter.ts'
import type { Planner } from './planner.ts'

type Args = Record<string, Input>

/** Plans a field of Query or Mutation; throws GraphError. */
export function planRoot(
  planner: Planner,
  type: GraphQLObjectType,
  selected: Selected,
): { root: GraphRoot } | PlannedChange {
  const name = selected.node.name.value
  const field = type.getFields()[name]
  if (!field) throw unknownField(name, type.name)
  const source = fieldSource(field)
  if (source.kind === 'by-pk') return { root: planByKey(planner, source.table, field, selected) }
  const args = planner.arguments(field, selected)
  switch (source.kind) {
    case 'collection': {
      const { table } = source
      const connection = planConnection(planner, table, allRows(table), args, selected)
      return { root: { kind: 'connection', connection } }
    }
    case 'node':
      return { root: planNode(planner, args, selected) }
    case 'function':
      return { root: planFunction(planner, source.model, args, selected) }
    case 'insert':
      return planInsert(planner, source.table, args, selected)
    case 'update':
      return planUpdate(planner, source.table, args, selected)
    case 'delete':
      return planDelete(planner, source.table, args, selected)
    default:
      throw new TypeError(`${type.name} has no ${source.kind}`)
  }
}

function planNode(planner: Planner, args: Args, { sets }: Selected): GraphRoot {
  const id = readNodeId(args.nodeId)
  const table = Object.values(planner.schema.getTypeMap())
    .filter((type) => isObjectType(type) && type.getInterfaces().length > 0)
    .map((type) => tableOf(type))
    .find((one) => one?.relation.schema === id.schema && one.relation.name === id.table)
  if (!table) {
    throw new GraphError('Collection referenced by nodeId did not match any known collection')
  }
  return rowRoot(planner, table, keyConditions(table, id), sets)
}

function planByKey(
  planner: Planner,
  table: TableModel,
  field: GraphQLField<unknown, unknown>,
  selected: Selected,
): GraphRoot {
  const given = new Set((selected.node.arguments ?? []).map((one) => one.name.value))
  const missing = table.key.filter(({ name }) => !given.has(columnOf(table, name)?.field ?? ''))
  if (missing.length > 0) {
    throw new GraphError(`Missing primary key column(s): ${missing.map(({ name }) => name).join(', ')}`)
  }
  const args = planner.arguments(field, selected)
  const where = table.key.map((column) =>
    equals(column, boundText(args[columnOf(table, column.name)?.field ?? ''])),
  )
  return rowRoot(planner, table, where, selected.sets)
}

function allRows({ relation }: TableModel): RowSource {
  return { kind: 'table', relation, on: [] }
}

function rowRoot(planner: Planner, table: TableModel, where: Condition[], sets: Selected['sets']): GraphRoot {
  return { kind: 'row', source: allRows(table), where, fields: planner.row(table, sets) }
}

function planFunction(planner: Planner, model: FunctionModel, args: Args, selected: Selected): GraphRoot {
  const { fact, returns } = model
  const given = model.args.filter(({ name }) => args[name] !== undefined)
  const call: GraphCall = {
    routine: fact,
    args: given.map(({ fact: arg, name }) => ({
      name: arg.name,
      sqlType: arg.sqlType,
      text: boundText(args[name]),
    })),
  }
  if (returns.kind === 'value') return { kind: 'value', call, rendering: renderingOf(returns.type) }
  const { table } = returns
  const source = { kind: 'call', call, relation: table.relation } as const
  if (returns.kind === 'row') {
    return { kind: 'row', source, where: [], fields: planner.row(table, selected.sets) }
  }
  const page = Object.fromEntries(CONNECTION_ARGUMENTS.map((name) => [name, args[name]]))
  return { kind: 'connection', connection: planConnection(planner, table, source, page, selected) }
}
