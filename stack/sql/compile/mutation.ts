import type { Column } from '../catalog/types.ts'
import { ident, type Params, qualified } from '../sql-text.ts'
import type { Delete, Insert, Mutation, Returning, Update } from '../tree.ts'
import { conditionsSql, type EmbedTest } from './conditions.ts'

const noEmbeds: EmbedTest = () => {
  throw new TypeError('a mutation has no embeds to test')
}

// Counts how many rows an upsert inserted: one up per row offered, one down per row that became an update. It needs
// no system column, so it works on views and without the right to read the table.
const COUNTED = `coalesce(nullif(current_setting('waymark.inserted', true), ''), '0')::int`
const countBy = (step: string) =>
  `set_config('waymark.inserted', (${COUNTED} ${step})::text, true) is not null`
export const INSERTED_SQL = COUNTED

/** The statement that changes rows and returns what the rest of the statement reads. */
export function mutationSql(mutation: Mutation, params: Params): string {
  if (mutation.kind === 'insert') return insertSql(mutation, params)
  if (mutation.kind === 'update') return updateSql(mutation, params)
  return deleteSql(mutation, params)
}

function insertSql(insert: Insert, params: Params): string {
  const target = qualified(insert.relation)
  const names = insert.columns.map((column) => ident(column.name))
  const merging = insert.conflict?.action === 'merge'
  const where = conditionsSql(insert.where, { alias: 'body' }, params, noEmbeds)
  if (merging) where.push(countBy('+ 1'))
  const list = names.length > 0 ? ` (${names.join(', ')})` : ''
  return [
    `insert into ${target} as target${list}`,
    `select ${names.map((name) => `body.${name}`).join(', ')} from ${bodySql(insert, params)} as body`,
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    conflictSql(insert),
    returningSql(insert.returning, 'target'),
  ].join(' ')
}

function conflictSql({ conflict, columns }: Insert): string {
  if (!conflict || conflict.columns.length === 0) return ''
  const target = `on conflict (${conflict.columns.map((column) => ident(column.name)).join(', ')})`
  if (conflict.action === 'ignore' || columns.length === 0) return `${target} do nothing`
  const sets = columns.map((column) => `${ident(column.name)} = excluded.${ident(column.name)}`)
  return `${target} do update set ${sets.join(', ')} where ${countBy('- 1')}`
}

function updateSql(update: Update, params: Params): string {
  const target = qualified(update.relation)
  if (update.columns.length === 0)
    return `select ${noRowSql(update.returning)} from ${target} as target where false`
  const sets = update.columns.map((column) => `${ident(column.name)} = body.${ident(column.name)}`)
  const where = conditionsSql(update.where, { alias: 'target' }, params, noEmbeds)
  return [
    `update ${target} as target set ${sets.join(', ')}`,
    `from ${bodySql(update, params)} as body`,
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    returningSql(update.returning, 'target'),
  ].join(' ')
}

function deleteSql(deletion: Delete, params: Params): string {
  const where = conditionsSql(deletion.where, { alias: 'target' }, params, noEmbeds)
  return [
    `delete from ${qualified(deletion.relation)} as target`,
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    returningSql(deletion.returning, 'target'),
  ].join(' ')
}

function returningSql(returning: Returning, alias: string): string {
  return `returning ${returnedSql(returning, alias)}`
}

function returnedSql(returning: Returning, alias: string): string {
  if (returning === 'nothing' || returning.length === 0) return '1 as changed'
  if (returning === 'row') return `${alias}.*`
  return returning.map((name) => `${alias}.${ident(name)}`).join(', ')
}

function noRowSql(returning: Returning): string {
  return returnedSql(returning, 'target')
}

type Body = Pick<Insert, 'columns' | 'payload' | 'payloadIsArray' | 'defaults' | 'represented'>

/** The payload as rows with the target's column types. */
function bodySql(body: Body, params: Params): string {
  const payload = params.bind(body.payload)
  if (body.columns.length === 0) {
    return body.payloadIsArray
      ? `(select from json_array_elements(${payload}::json))`
      : `(select where ${payload}::json is not null)`
  }
  const columns = body.columns.map(({ name, sqlType, representation }) => {
    const parser = body.represented ? representation?.fromJson : undefined
    const field = ident(name)
    if (parser === undefined) return { type: `${field} ${sqlType}`, value: field }
    return { type: `${field} json`, value: `${parser}(${field}) as ${field}` }
  })
  const types = columns.map(({ type }) => type).join(', ')
  const fields = columns.map(({ value }) => value).join(', ')
  const plural = body.payloadIsArray ? 'recordset' : 'record'
  if (!body.defaults) return `(select ${fields} from json_to_${plural}(${payload}::json) as fields(${types}))`
  const defaults = defaultsSql(body.columns, params)
  const completed = body.payloadIsArray
    ? `(select coalesce(jsonb_agg(${defaults} || element.value), '[]') from jsonb_array_elements(${payload}::jsonb) as element)`
    : `(${defaults} || ${payload}::jsonb)`
  return `(select ${fields} from jsonb_to_${plural}(${completed}) as fields(${types}))`
}

function defaultsSql(columns: Column[], params: Params): string {
  const pairs = columns.flatMap((column) =>
    column.defaultSql === undefined ? [] : [`${params.bind(column.name)}::text, ${column.defaultSql}`],
  )
  return `jsonb_build_object(${pairs.join(', ')})`
}
