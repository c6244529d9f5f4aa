import type { Insert, Returning, Update } from '../../sql/tree.ts'
import type { GraphRoot, JsonField, MutationValue } from '../../sql/tree-graph.ts'
import { GraphError } from '../errors.ts'
import { type Input, isObject } from '../json.ts'
import type { ColumnModel, TableModel } from '../model/table.ts'
import type { Selected } from '../selections.ts'
import { payloadText } from '../values.ts'
import { each, named } from './fields.ts'
import { planFilter } from './filter.ts'
import type { Planner } from './planner.ts'

type Args = Record<string, Input>

/** A change, and how many rows it may touch at most. */
export interface PlannedChange {
  root: GraphRoot
  atMost: number | undefined
  verb: 'insert' | 'update' | 'delete'
}

/** Plans `insertInto…`. */
export function planInsert(
  planner: Planner,
  table: TableModel,
  args: Args,
  selected: Selected,
): PlannedChange {
  const objects = (Array.isArray(args.objects) ? args.objects : []).filter(isObject)
  if (objects.length === 0) throw new GraphError('At least one record must be provided to objects')
  const rows = objects.map(given)
  const columns = table.columns.filter(({ field }) => rows.some((row) => row.has(field)))
  const change: Insert = {
    kind: 'insert',
    relation: table.relation,
    columns: columns.map(({ column }) => column),
    payload: `[${rows.map((row) => rowText(row, columns)).join(',')}]`,
    payloadIsArray: true,
    defaults: rows.some((row) => columns.some(({ field }) => !row.has(field))),
    where: [],
    returning: returningOf(table),
  }
  const fields = planResponse(planner, table, 'Insert', selected)
  return { root: { kind: 'change', change, fields }, atMost: undefined, verb: 'insert' }
}

/** Plans `update…`. */
export function planUpdate(
  planner: Planner,
  table: TableModel,
  args: Args,
  selected: Selected,
): PlannedChange {
  const row = isObject(args.set) ? given(args.set) : new Map<string, Input>()
  if (row.size === 0) throw new GraphError('At least one mapping must be provided to set argument')
  const columns = table.columns.filter(({ field }) => row.has(field))
  const change: Update = {
    kind: 'update',
    relation: table.relation,
    columns: columns.map(({ column }) => column),
    payload: rowText(row, columns),
    payloadIsArray: false,
    defaults: false,
    where: planFilter(planner, table, args.filter),
    returning: returningOf(table),
  }
  const atMost = limitOf(args)
  const fields = planResponse(planner, table, 'Update', selected)
  return { root: { kind: 'change', change, fields }, atMost, verb: 'update' }
}

/** Plans `deleteFrom…`. */
export function planDelete(
  planner: Planner,
  table: TableModel,
  args: Args,
  selected: Selected,
): PlannedChange {
  const where = planFilter(planner, table, args.filter)
  const atMost = limitOf(args)
  const fields = planResponse(planner, table, 'Delete', selected)
  const change = { kind: 'delete', relation: table.relation, where, returning: returningOf(table) } as const
  return { root: { kind: 'change', change, fields }, atMost, verb: 'delete' }
}

function limitOf({ atMost }: Args): number {
  return typeof atMost === 'number' ? atMost : 1
}

/** The fields of an input object that were given a value, null included. */
function given(object: { [key: string]: Input }): Map<string, Input> {
  return new Map(Object.entries(object).filter(([, value]) => value !== undefined))
}

function rowText(row: Map<string, Input>, columns: ColumnModel[]): string {
  const pairs = columns
    .filter(({ field }) => row.has(field))
    .map(({ fact, field, type }) => `${JSON.stringify(fact.name)}:${payloadText(row.get(field), type)}`)
  return `{${pairs.join(',')}}`
}

/** What of a changed row can be shown: all of it, or the columns the role may read. */
function returningOf(table: TableModel): Returning {
  if (table.whole) return 'row'
  return table.columns.filter(({ selectable }) => selectable).map(({ fact }) => fact.name)
}

function planResponse(
  planner: Planner,
  table: TableModel,
  verb: 'Insert' | 'Update' | 'Delete',
  { sets }: Selected,
): JsonField<MutationValue>[] {
  const type = named(planner, `${table.name}${verb}Response`)
  return each(planner, type, sets, (source, selected): MutationValue => {
    if (source.kind === 'affected') return { kind: 'affected' }
    return { kind: 'records', fields: planner.row(table, selected.sets) }
  })
}
