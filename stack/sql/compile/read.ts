import type { Relation, Relationship } from '../catalog/types.ts'
import { labelsOf } from '../labels.ts'
import { countedSql, rowWeight } from '../read-bound.ts'
import { ident, type Params, qualified, wholeSql } from '../sql-text.ts'
import type { Aggregate, Embed, Field, Order, Page, ReadQuery } from '../tree.ts'
import { conditionsSql, type EmbedTest } from './conditions.ts'
import { pathSql, type Rows, rowSql, valueSql } from './values.ts'

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

/** One column of an answer; `value` is what its aggregate takes, where it has one. */
interface Output {
  /** Undefined for a star, which has the names of its columns. */
  label: string | undefined
  value: string
  aggregate?: Aggregate
}

/** The select statement of a query tree over `source`. */
export function readSql(query: ReadQuery, source: RowSource, context: Context): string {
  return selectSql(query, source, context, false).sql
}

/** `raw` leaves the aggregates to the parent into which the query's columns are spread. */
function selectSql(
  query: ReadQuery,
  source: RowSource,
  context: Context,
  raw: boolean,
): { sql: string; outputs: Output[] } {
  const grouped = !raw && hasAggregate(query)
  const joined = query.embeds.map((embed) => joinEmbed(embed, source.rows, context, raw || grouped))
  const aliases = new Map(query.embeds.map((embed, index) => [embed, joined[index]?.alias ?? '']))
  const embedTest: EmbedTest = (embed, exists) =>
    `${aliases.get(embed)}.* is ${exists ? '' : 'not '}distinct from null`
  const outputs = [
    ...query.fields.flatMap((field) =>
      fieldOutputs(field, raw || grouped ? query.relation : undefined, source.rows, context.params),
    ),
    ...joined.flatMap((join) => join.outputs),
  ]
  const columns = outputs.map((output, index) =>
    raw ? `${output.value} as ${rawName(output, index)}` : outputSql(output),
  )
  const where = [...source.on, ...conditionsSql(query.where, source.rows, context.params, embedTest)]
  const order = query.order.map((term) => orderSql(term, source.rows, aliases, context.params))
  const sql = [
    `select ${columns.join(', ') || 'null as nothing'} from ${source.from}`,
    ...joined.map((join) => join.sql),
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    grouped ? groupSql(outputs) : '',
    order.length > 0 ? `order by ${order.join(', ')}` : '',
    pageSql(query.page, context.params),
  ]
  return { sql: sql.filter((part) => part !== '').join(' '), outputs }
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
  outputs: Output[]
}

function joinEmbed(embed: Embed, parent: Rows, context: Context, inGroups: boolean): JoinedEmbed {
  const alias = context.names.embed()
  const isLaid = embed.shape === 'spread' && embed.relationship.toOne
  const source = embedSource(embed.relationship, parent, context)
  const inner = selectSql(embed.query, source, context, isLaid && inGroups)
  // Groups need equality, which only jsonb has.
  const json = inGroups ? '::jsonb' : ''
  const { select, outputs } = embed.relationship.toOne
    ? toOne(embed, alias, inner.sql, json)
    : toMany(embed, alias, inner.sql, json)
  const laid = inner.outputs.map((output, index) => ({
    ...output,
    value: `${alias}.${rawName(output, index)}`,
  }))
  return {
    alias,
    sql: `${embed.join} join lateral (${select}) as ${alias} on true`,
    outputs: isLaid && inGroups && !embed.hidden ? laid : outputs,
  }
}

interface Lateral {
  select: string
  outputs: Output[]
}

function toOne(embed: Embed, alias: string, inner: string, json: string): Lateral {
  if (embed.hidden) return { select: inner, outputs: [] }
  if (embed.shape !== 'spread') {
    return { select: inner, outputs: [{ label: embed.label, value: `row_to_json(${alias}.*)${json}` }] }
  }
  const outputs = labelsOf(embed.query).map((label) => ({ label, value: `${alias}.${ident(label)}` }))
  return { select: inner, outputs }
}

/** Without a row below, the lateral has none either: inner joins and null tests read that. */
function toMany(embed: Embed, alias: string, inner: string, json: string): Lateral {
  const rows = `${alias}_rows`
  const weight = rowWeight(embed.query.embeds)
  const counted = (values: [name: string, sql: string][], from: string) =>
    countedSql({
      values: values.map(([name, sql]) => [name, `${sql}${json}`]),
      from: `from ${from} as ${rows}`,
      weight,
      keepEmpty: false,
    })
  if (embed.hidden)
    return { select: counted([], `(select 1 from (${inner}) as any_rows limit 1)`), outputs: [] }
  if (embed.shape !== 'spread') {
    return {
      select: counted([['all_rows', `json_agg(${rows}.*)`]], `(${inner})`),
      outputs: [{ label: embed.label, value: `coalesce(${alias}.all_rows, '[]')` }],
    }
  }
  const labels = labelsOf(embed.query)
  return {
    select: counted(
      labels.map((label) => [ident(label), `json_agg(${rows}.${ident(label)})`]),
      `(${inner})`,
    ),
    outputs: labels.map((label) => ({ label, value: `coalesce(${alias}.${ident(label)}, '[]')` })),
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

/** A star names its columns where they are `starred`: groups are made column by column. */
function fieldOutputs(field: Field, starred: Relation | undefined, rows: Rows, params: Params): Output[] {
  if (field.kind === 'star') {
    if (!starred) return [{ label: undefined, value: `${rows.alias}.*` }]
    return [...starred.columns.keys()].map((label) => ({ label, value: `${rows.alias}.${ident(label)}` }))
  }
  const { label } = field
  if (field.kind === 'count') {
    if (field.ungrouped) return [{ label, value: castSql('count(*)', field.cast) }]
    return [{ label, value: '1', aggregate: { name: 'count', ...(field.cast && { cast: field.cast }) } }]
  }
  const stored = valueSql(field.value, rows, params)
  const value = castSql(field.format === undefined ? stored : `${field.format}(${stored})`, field.cast)
  return [{ label, value, ...(field.aggregate && { aggregate: field.aggregate }) }]
}

function outputSql({ label, value, aggregate }: Output): string {
  if (label === undefined) return value
  const sql = aggregate ? castSql(`${aggregate.name}(${value})`, aggregate.cast) : value
  return `${sql} as ${ident(label)}`
}

/** What an aggregate takes has a name of its own: two may have the same label. */
function rawName({ label, aggregate }: Output, index: number): string {
  return ident(aggregate || label === undefined ? `output ${index}` : label)
}

function castSql(sql: string, type: string | undefined): string {
  return type === undefined ? sql : `cast(${sql} as ${type})`
}

/** Whether the query groups: by its own aggregates or by those of what is laid into its rows. */
function hasAggregate({ fields, embeds }: ReadQuery): boolean {
  const isAggregate = (field: Field) =>
    field.kind === 'count' ? !field.ungrouped : field.kind === 'value' && field.aggregate !== undefined
  return (
    fields.some(isAggregate) ||
    embeds.some(
      ({ shape, relationship, query }) => shape === 'spread' && relationship.toOne && hasAggregate(query),
    )
  )
}

/** Beside an aggregate, every plain column and embed is a group, by its position in the select list. */
function groupSql(outputs: Output[]): string {
  const positions = outputs.flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1]))
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
