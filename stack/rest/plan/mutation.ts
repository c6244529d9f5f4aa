import {
  invalidPutFilters,
  missingWhere,
  pageOnPut,
  unknownConflictColumn,
  unknownPayloadColumn,
} from '../../data-api/errors.ts'
import type { Preferences } from '../../data-api/preferences.ts'
import type { Column, Relation } from '../../sql/catalog/types.ts'
import type { Condition, Delete, Insert, ReadQuery, Returning, Update } from '../../sql/tree.ts'
import type { QueryParameters } from '../parse/ast.ts'
import type { Payload } from '../payload.ts'
import { resolveLogic } from './values.ts'

export interface Change {
  relation: Relation
  parameters: QueryParameters
  preferences: Preferences
  returning: Returning
}

/** POST: insert, or upsert where `Prefer: resolution` says so. */
export function planInsert(change: Change, payload: Payload): Insert {
  const { relation, parameters, preferences } = change
  const conflict = conflictOf(relation, parameters.onConflict, preferences)
  return {
    kind: 'insert',
    relation,
    columns: payloadColumns(relation, payload),
    payload: payload.json,
    payloadIsArray: payload.isArray,
    represented: true,
    defaults: preferences.missing === 'default',
    ...(conflict && { conflict }),
    where: [],
    returning: change.returning,
  }
}

function conflictOf(
  relation: Relation,
  names: string[] | undefined,
  { resolution }: Preferences,
): Insert['conflict'] {
  if (!resolution) return undefined
  const columns = (names ?? relation.primaryKey).map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw unknownConflictColumn(name)
    return column
  })
  return { columns, action: resolution === 'merge-duplicates' ? 'merge' : 'ignore' }
}

/** PUT: insert or replace the one row whose primary key the URL names. */
export function planPut(change: Change, payload: Payload): Insert {
  const { relation, parameters } = change
  if (parameters.pages.some(({ path }) => path.length === 0)) throw pageOnPut()
  if (!filtersArePrimaryKey(relation, parameters)) throw invalidPutFilters()
  const columns = relation.primaryKey.flatMap((name) => relation.columns.get(name) ?? [])
  return {
    kind: 'insert',
    relation,
    columns: payloadColumns(relation, payload),
    payload: payload.json,
    payloadIsArray: payload.isArray,
    represented: true,
    defaults: false,
    conflict: { columns, action: 'merge' },
    where: rootConditions(change),
    returning: change.returning,
  }
}

function filtersArePrimaryKey(relation: Relation, { filters, logic }: QueryParameters): boolean {
  const named = new Set(filters.map(({ value }) => value.field.name))
  const onlyEquality = filters.every(
    ({ path, value: { field, not, operation } }) =>
      path.length === 0 &&
      field.path.length === 0 &&
      !not &&
      operation.kind === 'compare' &&
      operation.operator === 'eq' &&
      !operation.quantifier,
  )
  const { primaryKey } = relation
  return (
    logic.length === 0 &&
    onlyEquality &&
    primaryKey.length > 0 &&
    named.size === primaryKey.length &&
    primaryKey.every((name) => named.has(name))
  )
}

/** PATCH. */
export function planUpdate(change: Change, payload: Payload): Update {
  const where = rootConditions(change)
  const columns = payloadColumns(change.relation, payload)
  if (where.length === 0 && columns.length > 0) throw missingWhere('UPDATE')
  return {
    kind: 'update',
    relation: change.relation,
    columns,
    payload: payload.json,
    payloadIsArray: payload.isArray,
    represented: true,
    defaults: change.preferences.missing === 'default',
    where,
    returning: change.returning,
  }
}

/** DELETE. */
export function planDelete(change: Change): Delete {
  const where = rootConditions(change)
  if (where.length === 0) throw missingWhere('DELETE')
  return { kind: 'delete', relation: change.relation, where, returning: change.returning }
}

function rootConditions({ relation, parameters }: Change): Condition[] {
  const atRoot = [...parameters.filters, ...parameters.logic].filter(({ path }) => path.length === 0)
  return atRoot.map(({ value }) => resolveLogic(value, { relation, name: relation.name, embeds: [] }))
}

function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return payload.keys.map((key) => {
    const column = relation.columns.get(key)
    if (!column) throw unknownPayloadColumn(relation, key)
    return column
  })
}

/** What must come back from the changed rows: what is selected or orders them, and what their embeds join by. */
export function returningFor(preferences: Preferences, query: ReadQuery, relation: Relation): Returning {
  if (preferences.return === 'headers-only')
    return relation.primaryKey.length > 0 ? relation.primaryKey : 'nothing'
  if (preferences.return !== 'representation') return 'nothing'
  const names = new Set<string>()
  const values = query.order.flatMap((term) => ('of' in term ? [] : [term.value]))
  for (const field of query.fields) {
    if (field.kind === 'star') return 'row'
    if (field.kind === 'value') values.push(field.value)
  }
  for (const value of values) {
    if (value.kind === 'computed') return 'row'
    names.add(value.column.name)
  }
  for (const { relationship } of query.embeds) {
    if (relationship.routine) return 'row'
    const pairs = relationship.junction?.source ?? relationship.columns
    for (const [column] of pairs) names.add(column)
  }
  return [...names]
}
