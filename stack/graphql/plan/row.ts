import type { JsonField, RowSource, RowValue } from '../../sql/tree-graph.ts'
import type { FieldSource } from '../field-source.ts'
import type { Input } from '../json.ts'
import type { FunctionModel } from '../model/functions.ts'
import type { KeyModel } from '../model/keys.ts'
import type { TableModel } from '../model/table.ts'
import { renderingOf } from '../model/value-types.ts'
import type { Selected } from '../selections.ts'
import { planConnection } from './connection.ts'
import { each, named } from './fields.ts'
import type { Planner } from './planner.ts'

type Args = Record<string, Input>

/** What is selected of one row. */
export function planRow(planner: Planner, table: TableModel, sets: Selected['sets']): JsonField<RowValue>[] {
  return each(planner, named(planner, table.name), sets, (source, selected, args) =>
    planValue(planner, source, selected, args),
  )
}

function planValue(planner: Planner, source: FieldSource, selected: Selected, args: Args): RowValue {
  switch (source.kind) {
    case 'column':
      return { kind: 'column', column: source.column.column, rendering: renderingOf(source.column.type) }
    case 'node-id': {
      const { schema, name } = source.table.relation
      return { kind: 'node-id', names: [schema, name], key: source.table.key }
    }
    case 'to-one': {
      const table = source.back ? source.key.from : source.key.to
      const fields = planner.row(table, selected.sets)
      return { kind: 'one', source: keySource(source.key, source.back), fields }
    }
    case 'to-many': {
      const { key } = source
      const connection = planConnection(planner, key.from, keySource(key, true), args, selected)
      return { kind: 'many', connection }
    }
    case 'computed':
      return planComputed(planner, source.model, args, selected)
    default:
      throw new TypeError(`a row has no ${source.kind}`)
  }
}

function keySource({ from, to, pairs }: KeyModel, back: boolean): RowSource {
  if (!back) return { kind: 'table', relation: to.relation, on: pairs }
  const turned = pairs.map(([own, theirs]): [typeof own, typeof own] => [theirs, own])
  return { kind: 'table', relation: from.relation, on: turned }
}

function planComputed(
  planner: Planner,
  { fact, returns }: FunctionModel,
  args: Args,
  selected: Selected,
): RowValue {
  if (returns.kind === 'value') {
    return { kind: 'computed', routine: fact, rendering: renderingOf(returns.type) }
  }
  const { table } = returns
  const source: RowSource = { kind: 'row-function', routine: fact, relation: table.relation }
  if (returns.kind === 'row') {
    return { kind: 'one', source, fields: planner.row(table, selected.sets) }
  }
  return { kind: 'many', connection: planConnection(planner, table, source, args, selected) }
}
