import type { Relationship } from './catalog-types.ts'
import { conditionsSql, type EmbedTest } from './compile-conditions.ts'
import { pathSql, type Rows, rowSql, valueSql } from './compile-values.ts'
import { labelsOf } from './labels.ts'
import { ident, type Params, qualified, wholeSql } from './sql-text.ts'
import type { Embed, Field, Order, Page, ReadQuery } from './tree.ts'

/** Names the rows of one statement: r0, r1, … and the lateral joins of its embeds: e1, e2, … */
export class Names {
  #rows = 0
  #embeds = 0

  rows(): string {
    return `r${this.#rows++}`
  }

  embed(): string {
    return `e${++this.#embeds}`
  }
}

interface Context {
  params: Params
  names: Names
}

/** Where a query's rows come from: SQL for `from`, how to address them, and join conditions to the parent. */
export interface RowSource {
  from: string
  rows: Rows
  on: string[]
}

/** The select statement of a query tree over `source`. */
export function readSql(query: ReadQuery, source: RowSource, context: Context): string {
  const json = isAggregated(query) ? '::jsonb' : ''
  const joined = query.embeds.map((embed) => joinEmbed(embed, source.rows, context, json))
  const aliases = new Map(query.embeds.map((embed, index) => [embed, joined[index]?.alias ?? '']))
  const embedTest: EmbedTest = (embed, exists) =>
    `${aliases.get(embed)}.* is ${exists ? '' : 'not '}distinct from null`
  const columns = [
    ...query.fields.map((field) => fieldSql(field, source.rows, context.params)),
    ...joined.flatMap((join) => join.columns),
  ]
  const where = [...source.on, ...conditionsSql(query.where, source.rows, context.params, embedTest)]
  const order = query.order.map((term) => orderSql(term, source.rows, aliases, context.params))
  return [
    `select ${columns.join(', ') || 'null as nothing'} from ${source.from}`,
    ...joined.map((join) => join.sql),
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    groupSql(query, joined),
    order.length > 0 ? `order by ${order.join(', ')}` : '',
    pageSql(query.page, context.params),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** The rows of `query` without columns, order and page, for counting; inner joins become `exists`. */
export function countableSql(query: ReadQuery, source: RowSource, context: Context): string {
  const exists = (embed: Embed) =>
    `exists (${countableSql(embed.query, embedSource(embed.relationship, source.rows, context), context)})`
  const embedTest: EmbedTest = (embed, wanted) => `${wanted ? '' : 'not '}${exists(embed)}`
  const where = [
    ...source.on,
    ...conditionsSql(query.where, source.rows, context.params, embedTest),
    ...query.embeds.filter((embed) => embed.join === 'inner').map(exists),
  ]
  return `select 1 from ${source.from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
}

interface JoinedEmbed {
  alias: string
  sql: string
  columns: string[]
}

function joinEmbed(embed: Embed, parent: Rows, context: Context, json: JsonCast): JoinedEmbed {
  const alias = context.names.embed()
  const inner = readSql(embed.query, embedSource(embed.relationship, parent, context), context)
  const { select, columns } = embed.relationship.toOne
    ? toOne(embed, alias, inner, json)
    : toMany(embed, alias, inner, json)
  return { alias, sql: `${embed.join} join lateral (${select}) as ${alias} on true`, columns }
}

/** Groups need equality, which only jsonb has. */
type JsonCast = '' | '::jsonb'

interface Lateral {
  select: string
  columns: string[]
}

function toOne(embed: Embed, alias: string, inner: string, json: JsonCast): Lateral {
  if (embed.hidden) return { select: inner, columns: [] }
  if (embed.shape !== 'spread') {
    return { select: inner, columns: [`row_to_json(${alias}.*)${json} as ${ident(embed.label)}`] }
  }
  return { select: inner, columns: labelsOf(embed.query).map((label) => `${alias}.${ident(label)}`) }
}

/** Without a row below, the lateral has none either: inner joins and null tests read that. */
function toMany(embed: Embed, alias: string, inner: string, json: JsonCast): Lateral {
  const rows = `${alias}_rows`
  const from = `from (${inner}) as ${rows}`
  if (embed.hidden) return { select: `select 1 as any_row ${from} limit 1`, columns: [] }
  if (embed.shape !== 'spread') {
    return {
      select: `select json_agg(${rows}.*)${json} as all_rows ${from} having count(*) > 0`,
      columns: [`coalesce(${alias}.all_rows, '[]') as ${ident(embed.label)}`],
    }
  }
  const labels = labelsOf(embed.query)
  const aggregates = labels.map((label) => `json_agg(${rows}.${ident(label)})${json} as ${ident(label)}`)
  return {
    select: `select ${[...aggregates, '1 as any_row'].join(', ')} ${from} having count(*) > 0`,
    columns: labels.map((label) => `coalesce(${alias}.${ident(label)}, '[]') as ${ident(label)}`),
  }
}

function embedSource(relationship: Relationship, parent: Rows, context: Context): RowSource {
  const alias = context.names.rows()
  const rows = { alias }
  if (relationship.routine) {
    return { from: `${qualified(relationship.routine)}(${rowSql(parent)}) as ${alias}`, rows, on: [] }
  }
  if (relationship.junction) {
    const { relation, source, target } = relationship.junction
    const through = context.names.rows()
    return {
      from: `${qualified(relationship.to)} as ${alias}, ${qualified(relation)} as ${through}`,
      rows,
      on: [...equalPairs(source, parent.alias, through), ...equalPairs(target, alias, through)],
    }
  }
  return {
    from: `${qualified(relationship.to)} as ${alias}`,
    rows,
    on: equalPairs(relationship.columns, parent.alias, alias),
  }
}

function equalPairs(pairs: [string, string][], left: string, right: string): string[] {
  return pairs.map(([a, b]) => `${left}.${ident(a)} = ${right}.${ident(b)}`)
}

function fieldSql(field: Field, rows: Rows, params: Params): string {
  if (field.kind === 'star') return `${rows.alias}.*`
  if (field.kind === 'count') return `${castSql('count(*)', field.cast)} as ${ident(field.label)}`
  const stored = valueSql(field.value, rows, params)
  const value = castSql(field.format === undefined ? stored : `${field.format}(${stored})`, field.cast)
  if (!field.aggregate) return `${value} as ${ident(field.label)}`
  return `${castSql(`${field.aggregate.name}(${value})`, field.aggregate.cast)} as ${ident(field.label)}`
}

function castSql(sql: string, type: string | undefined): string {
  return type === undefined ? sql : `cast(${sql} as ${type})`
}

function isAggregate(field: Field): boolean {
  if (field.kind === 'count') return !field.ungrouped
  return field.kind === 'value' && field.aggregate !== undefined
}

function isAggregated(query: ReadQuery): boolean {
  return query.fields.some(isAggregate)
}

/** Beside an aggregate, every plain column and embed is a group, by its position in the select list. */
function groupSql(query: ReadQuery, joined: JoinedEmbed[]): string {
  if (!isAggregated(query)) return ''
  const fields = query.fields.flatMap((field, index) => (isAggregate(field) ? [] : [index + 1]))
  const embeds = joined.flatMap((join) => join.columns).map((_, index) => query.fields.length + index + 1)
  const positions = [...fields, ...embeds]
  return positions.length > 0 ? `group by ${positions.join(', ')}` : ''
}

function orderSql(term: Order, rows: Rows, aliases: Map<Embed, string>, params: Params): string {
  const direction = term.direction ? ` ${term.direction}` : ''
  const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
  const sql =
    'of' in term
      ? pathSql(`${aliases.get(term.of)}.${ident(term.label)}`, false, term.path, params)
      : valueSql(term.value, rows, params)
  return `${sql}${direction}${nulls}`
}

function pageSql(page: Page, params: Params): string {
  const limit = page.limit === undefined ? '' : `limit ${wholeSql(page.limit)}`
  const offset = page.offset ? `offset ${params.bind(String(page.offset))}` : ''
  return [limit, offset].filter((part) => part !== '').join(' ')
}
