import type { AggregateFunction, AggregateValue, JsonField } from '../../sql/tree-graph.ts'
import { GraphError, UnknownNameError, unknownField } from '../errors.ts'
import type { TableModel } from '../model/table.ts'
import type { Selected } from '../selections.ts'
import { each, named } from './fields.ts'
import type { Planner } from './planner.ts'

type Columns = Extract<AggregateValue, { kind: 'columns' }>

/** What is computed over all rows of a collection, whatever the page. */
export function planAggregate(
  planner: Planner,
  table: TableModel,
  { sets }: Selected,
): JsonField<AggregateValue>[] {
  return each(planner, named(planner, `${table.name}Aggregate`), sets, (source, selected): AggregateValue => {
    if (source.kind === 'count') return { kind: 'count' }
    if (source.kind !== 'aggregate-function') throw new TypeError(`an aggregate has no ${source.kind}`)
    return planColumns(planner, table, source.function, selected)
  })
}

function planColumns(
  planner: Planner,
  table: TableModel,
  name: AggregateFunction,
  { sets }: Selected,
): Columns {
  const part = name.charAt(0).toUpperCase() + name.slice(1)
  const type = named(planner, `${table.name}${part}AggregateResult`)
  try {
    const fields = each(planner, type, sets, (source): { kind: 'column'; column: Column } => {
      if (source.kind !== 'column') throw unknownField(source.kind, type.name)
      return { kind: 'column', column: source.column.column }
    })
    return { kind: 'columns', function: name, fields }
  } catch (error) {
    if (error instanceof UnknownNameError) throw uuidError(table, name, error)
    throw error
  }
}

type Column = Extract<Columns['fields'][number]['value'], { kind: 'column' }>['column']

/** A UUID has no order: pg_graphql says so instead of not knowing the field. */
function uuidError(table: TableModel, name: AggregateFunction, error: UnknownNameError): GraphError {
  const field = /^Unknown field "(\w+)"/.exec(error.message)?.[1]
  const column = table.columns.find((one) => one.field === field && one.selectable)
  const isUuid = column?.type.kind === 'scalar' && column.type.name === 'UUID'
  if (!isUuid || (name !== 'min' && name !== 'max')) return error
  return new GraphError(
    `UUID fields (like "${field}") are not supported for min/max aggregation because they don't have a meaningful natural ordering`,
  )
}
