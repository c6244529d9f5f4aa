import type { GraphQLObjectType } from 'graphql'
import type {
  Connection,
  ConnectionValue,
  EdgeValue,
  GraphOrder,
  JsonField,
  PageInfoValue,
  RowSource,
} from '../../sql/tree-graph.ts'
import { readCursor } from '../encoded.ts'
import { GraphError, UnknownNameError, unknownField } from '../errors.ts'
import { type Input, isObject } from '../json.ts'
import type { TableModel } from '../model/table.ts'
import { collect, type Selected } from '../selections.ts'
import { planAggregate } from './aggregate.ts'
import { each, named } from './fields.ts'
import { planFilter } from './filter.ts'
import type { Planner } from './planner.ts'

/** A page of a table's rows, or of a function's. */
export function planConnection(
  planner: Planner,
  table: TableModel,
  source: RowSource,
  args: Record<string, Input>,
  selected: Selected,
): Connection {
  const page = readPage(args, table.maxRows)
  const order = planOrder(table, args.orderBy)
  if (page.cursor && page.cursor.length > order.length) {
    throw new GraphError('orderBy clause incompatible with pagination cursor')
  }
  return {
    source,
    where: planFilter(planner, table, args.filter),
    order,
    key: table.key,
    ...page,
    fields: planFields(planner, table, selected),
  }
}

type Page = Pick<Connection, 'cursor' | 'backward' | 'limit' | 'offset'>

function readPage(args: Record<string, Input>, maxRows: number): Page {
  const [first, last, offset] = [unsigned(args, 'first'), unsigned(args, 'last'), unsigned(args, 'offset')]
  const [before, after] = [args.before ?? undefined, args.after ?? undefined]
  if (first !== undefined && last !== undefined)
    throw new GraphError('only one of "first" and "last" may be provided')
  if (before !== undefined && after !== undefined)
    throw new GraphError('only one of "before" and "after" may be provided')
  if (first !== undefined && before !== undefined)
    throw new GraphError('"first" may only be used with "after"')
  if (last !== undefined && after !== undefined) throw new GraphError('"last" may only be used with "before"')
  if (offset !== undefined && (last !== undefined || before !== undefined))
    throw new GraphError('"offset" may only be used with "first" and "after"')
  const cursor = before ?? after
  return {
    cursor: cursor === undefined ? undefined : readCursor(String(cursor)),
    backward: last !== undefined || before !== undefined,
    limit: Math.min(first ?? last ?? maxRows, maxRows),
    offset: offset ?? 0,
  }
}

function unsigned(args: Record<string, Input>, name: string): number | undefined {
  const value = args[name]
  if (value === null || value === undefined) return undefined
  if (Number(value) < 0) throw new GraphError(`\`${name}\` must be an unsigned integer`)
  return Number(value)
}

/** The order asked for, then the key: every row has a place of its own. */
function planOrder(table: TableModel, orderBy: Input): GraphOrder[] {
  const asked = (Array.isArray(orderBy) ? orderBy : []).flatMap((term) =>
    Object.entries(isObject(term) ? term : {}).flatMap(([field, direction]) =>
      typeof direction === 'string' ? [orderTerm(table, field, direction)] : [],
    ),
  )
  const key = table.key.map((column): GraphOrder => ({ column, descending: false, nullsFirst: false }))
  return [...asked, ...key]
}

function orderTerm(table: TableModel, field: string, direction: string): GraphOrder {
  const column = table.columns.findLast((one) => one.field === field && one.selectable)
  if (!column) throw unknownField(field, `${table.name}OrderBy`)
  return {
    column: column.column,
    descending: direction.startsWith('Desc'),
    nullsFirst: direction.endsWith('First'),
  }
}

function planFields(planner: Planner, table: TableModel, { sets }: Selected): JsonField<ConnectionValue>[] {
  const type = named(planner, `${table.name}Connection`)
  if (!table.aggregate) refuseAggregate(planner, type, sets)
  return each(planner, type, sets, (source, selected): ConnectionValue => {
    switch (source.kind) {
      case 'edges':
        return { kind: 'edges', fields: planEdge(planner, table, selected) }
      case 'page-info':
        return { kind: 'page-info', fields: planPageInfo(planner, selected) }
      case 'aggregate':
        return { kind: 'aggregate', fields: planAggregate(planner, table, selected) }
      case 'total-count':
        return { kind: 'total-count' }
      default:
        throw new TypeError(`a connection has no ${source.kind}`)
    }
  })
}

/** A comment switches aggregates on: pg_graphql says so instead of not knowing the field. */
function refuseAggregate(planner: Planner, type: GraphQLObjectType, sets: Selected['sets']): void {
  if (collect(sets, type, planner.scope).some(({ node }) => node.name.value === 'aggregate')) {
    throw new UnknownNameError('enable the aggregate directive to use aggregates')
  }
}

function planEdge(planner: Planner, table: TableModel, { sets }: Selected): JsonField<EdgeValue>[] {
  const type = named(planner, `${table.name}Edge`)
  return each(
    planner,
    type,
    sets,
    ({ kind }, selected): EdgeValue =>
      kind === 'cursor' ? { kind } : { kind: 'node', fields: planner.row(table, selected.sets) },
  )
}

function planPageInfo(planner: Planner, { sets }: Selected): JsonField<PageInfoValue>[] {
  return each(planner, named(planner, 'PageInfo'), sets, ({ kind }): PageInfoValue => {
    if (kind === 'start-cursor' || kind === 'end-cursor' || kind === 'has-next' || kind === 'has-previous')
      return { kind }
    throw new TypeError(`page info has no ${kind}`)
  })
}
