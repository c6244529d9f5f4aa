// A connection as one scalar subquery: a page of rows below, its JSON above.
import type { Column } from '../catalog/types.ts'
import { countedSql, nodeWeight } from '../read-bound.ts'
import { ident, qualified, wholeSql } from '../sql-text.ts'
import type {
  AggregateFunction,
  AggregateValue,
  Connection,
  ConnectionValue,
  EdgeValue,
  GraphOrder,
  PageInfoValue,
} from '../tree-graph.ts'
import { conditionsSql } from './conditions.ts'
import {
  encodedSql,
  type GraphContext,
  type GraphRowsSql,
  objectSql,
  rowObjectSql,
  sourceSql,
} from './graph-row.ts'

/** SQL of the connection's JSON, in parentheses. */
export function compileConnection(
  connection: Connection,
  parent: GraphRowsSql | undefined,
  context: GraphContext,
): string {
  const page = new Page(connection, parent, context)
  const json = objectSql(connection.fields, (value) => valueSql(value, page))
  const from = page.fromSql()
  if (from === '') return `(select ${json})`
  const weight = edgesWeight(connection)
  return `(${countedSql({ values: [['json', json]], from, weight, keepEmpty: true })})`
}

/** What a row of the page costs, by the to-one rows that are looked up for it. */
function edgesWeight({ fields }: Connection): number {
  const nodes = fields.flatMap(({ value }) => (value.kind === 'edges' ? value.fields : []))
  return (
    nodes.reduce((sum, { value }) => sum + (value.kind === 'node' ? nodeWeight(value.fields) : 0), 0) || 1
  )
}

function valueSql(value: ConnectionValue, page: Page): string {
  const { context } = page
  switch (value.kind) {
    case 'constant':
      return `${context.params.bind(value.text)}::text`
    case 'edges': {
      const edge = objectSql(value.fields, (field) => edgeSql(field, page))
      return `coalesce(json_agg(${edge}${page.displayOrder()})${page.onlyPage()}, '[]')`
    }
    case 'page-info':
      return objectSql(value.fields, (field) => pageInfoSql(field, page))
    case 'total-count':
      return `(select count(*) ${page.allRowsSql()})`
    case 'aggregate':
      // Without an aggregate in it the select would have a row for each of theirs: having makes them one.
      return `(select ${objectSql(value.fields, (field) => aggregateSql(field, page))} ${page.allRowsSql()} having true)`
  }
}

function edgeSql(value: EdgeValue, page: Page): string {
  switch (value.kind) {
    case 'constant':
      return `${page.context.params.bind(value.text)}::text`
    case 'cursor':
      return page.cursorSql()
    case 'node':
      return rowObjectSql(value.fields, page.rows, page.context)
  }
}

function pageInfoSql(value: PageInfoValue, page: Page): string {
  switch (value.kind) {
    case 'constant':
      return `${page.context.params.bind(value.text)}::text`
    case 'start-cursor':
      return page.edgeCursorSql('first')
    case 'end-cursor':
      return page.edgeCursorSql('last')
    case 'has-next':
      return page.connection.backward ? page.hasBehindSql() : page.hasMoreSql()
    case 'has-previous':
      return page.connection.backward ? page.hasMoreSql() : page.hasBehindSql()
  }
}

function aggregateSql(value: AggregateValue, page: Page): string {
  if (value.kind === 'constant') return `${page.context.params.bind(value.text)}::text`
  if (value.kind === 'count') return 'count(*)'
  return objectSql(value.fields, (field) =>
    field.kind === 'constant'
      ? `${page.context.params.bind(field.text)}::text`
      : `${functionSql(value.function, field.column)}(all_rows.${ident(field.column.name)})`,
  )
}

/** Postgres has no least and greatest boolean. */
function functionSql(name: AggregateFunction, { baseType }: Column): string {
  if (baseType !== 'boolean') return name
  return name === 'min' ? 'bool_and' : 'bool_or'
}

/**
 * The rows of one page. What the JSON above asks for decides what the page selects: columns come out renamed, so
 * that no name of the database can meet one of ours.
 */
class Page {
  readonly connection: Connection
  readonly context: GraphContext
  readonly rows: GraphRowsSql
  readonly #parent: GraphRowsSql | undefined
  readonly #alias: string
  readonly #columns = new Map<string, string>()
  #whole = false
  /** Rows are numbered in the order they are fetched. */
  #numbered = false
  /** One row more than the page holds is fetched. */
  #oneMore = false
  #used = false

  constructor(connection: Connection, parent: GraphRowsSql | undefined, context: GraphContext) {
    this.connection = connection
    this.context = context
    this.#parent = parent
    this.#alias = context.names.rows()
    this.#oneMore = asksForMore(connection)
    this.rows = {
      column: (column) => this.#column(column),
      whole: () => {
        this.#whole = true
        this.#used = true
        return `${this.#alias}.whole`
      },
    }
  }

  #column(column: Column): string {
    this.#used = true
    const known = this.#columns.get(column.name)
    if (known) return `${this.#alias}.${known}`
    const name = `c${this.#columns.size}`
    this.#columns.set(column.name, name)
    return `${this.#alias}.${name}`
  }

  #number(): string {
    this.#numbered = true
    this.#used = true
    return `${this.#alias}.n`
  }

  cursorSql(): string {
    return encodedSql(this.connection.order.map(({ column }) => this.#column(column)))
  }

  /** Rows come sorted as fetched; a page read backward is turned round. */
  displayOrder(): string {
    this.#used = true
    return this.connection.backward ? ` order by ${this.#number()} desc` : ''
  }

  onlyPage(): string {
    this.#used = true
    if (!this.#oneMore) return ''
    return ` filter (where ${this.#number()} <= ${wholeSql(this.connection.limit)})`
  }

  edgeCursorSql(end: 'first' | 'last'): string {
    const ascending = (end === 'first') !== this.connection.backward
    return `(array_agg(${this.cursorSql()} order by ${this.#number()}${ascending ? '' : ' desc'})${this.onlyPage()})[1]`
  }

  /** Whether rows follow the page in the direction of reading. */
  hasMoreSql(): string {
    return `coalesce(max(${this.#number()}) > ${wholeSql(this.connection.limit)}, false)`
  }

  /** Whether rows lie behind the page's start: whether the first of all rows is not on it. */
  hasBehindSql(): string {
    const { cursor, offset, key } = this.connection
    if (!cursor && offset === 0) return 'false'
    const own = key.map((column) => this.#column(column)).join(', ')
    const first = key.map((column) => `all_rows.${ident(column.name)}`).join(', ')
    const firstRow = `select ${first} ${this.allRowsSql()} order by ${this.#orderSql('all_rows')} limit 1`
    return `coalesce(not bool_or((${own}) = (${firstRow}))${this.onlyPage()}, false)`
  }

  /** `from … where …` of all rows that match, whatever the page. */
  allRowsSql(): string {
    const { from, where } = this.#matching('all_rows')
    return `from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  }

  /** `from` of the page; nothing when the JSON above reads no row of it. */
  fromSql(): string {
    if (!this.#used) return ''
    const { cursor, limit, offset } = this.connection
    const source = 'one_row'
    const { from, where } = this.#matching(source)
    if (cursor) where.push(this.#afterSql(source, cursor))
    const columns = [
      ...[...this.#columns].map(([name, short]) => `${source}.${ident(name)} as ${short}`),
      ...(this.#whole ? [`(${source}.*)::${qualified(this.connection.source.relation)} as whole`] : []),
    ]
    const rows = [
      `select ${columns.join(', ') || '1 as nothing'} from ${from}`,
      where.length > 0 ? `where ${where.join(' and ')}` : '',
      `order by ${this.#orderSql(source)}`,
      `limit ${wholeSql(this.#oneMore ? limit + 1 : limit)}`,
      offset > 0 ? `offset ${wholeSql(offset)}` : '',
    ]
    const select = rows.filter((part) => part !== '').join(' ')
    if (!this.#numbered) return ` from (${select}) as ${this.#alias}`
    return ` from (select page.*, row_number() over () as n from (${select}) as page) as ${this.#alias}`
  }

  #matching(alias: string): { from: string; where: string[] } {
    const { source, where } = this.connection
    const { from, on } = sourceSql(source, this.#parent, alias, this.context)
    return { from, where: [...on, ...conditionsSql(where, { alias }, this.context.params, noEmbeds)] }
  }

  #orderSql(alias: string): string {
    return this.#order()
      .map(({ column, descending, nullsFirst }) => {
        const value = `${alias}.${ident(column.name)}${descending ? ' desc' : ''}`
        // Without nulls the clause says nothing, and would keep Postgres from using an index.
        return column.nullable ? `${value} nulls ${nullsFirst ? 'first' : 'last'}` : value
      })
      .join(', ')
  }

  #order(): GraphOrder[] {
    const { order, backward } = this.connection
    if (!backward) return order
    return order.map((term) => ({ ...term, descending: !term.descending, nullsFirst: !term.nullsFirst }))
  }

  /** The rows behind a cursor, in the order of reading. */
  #afterSql(alias: string, cursor: (string | null)[]): string {
    const { params } = this.context
    const order = this.#order()
    const from = (index: number): string | undefined => {
      const term = order[index]
      const value = cursor[index]
      if (!term || value === undefined) return undefined
      const column = `${alias}.${ident(term.column.name)}`
      const rest = from(index + 1)
      if (value === null) {
        const same = rest ? `${column} is null and ${rest}` : 'false'
        return term.nullsFirst ? `(${column} is not null or (${same}))` : `(${same})`
      }
      const bound = () => params.bind(value)
      const choices = [`${column} ${term.descending ? '<' : '>'} ${bound()}`]
      if (!term.nullsFirst && term.column.nullable) choices.push(`${column} is null`)
      if (rest) choices.push(`(${column} = ${bound()} and ${rest})`)
      return `(${choices.join(' or ')})`
    }
    return from(0) ?? 'false'
  }
}

function asksForMore({ fields, backward }: Connection): boolean {
  const kind = backward ? 'has-previous' : 'has-next'
  return fields.some(
    ({ value }) => value.kind === 'page-info' && value.fields.some((field) => field.value.kind === kind),
  )
}

function noEmbeds(): never {
  throw new TypeError('a GraphQL filter tests no embeds')
}
