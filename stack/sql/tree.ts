// The query tree: what a front end (REST today, GraphQL next) wants to know or change, with every name already
// resolved against the catalog. compile-*.ts turn it into one parameterised statement.
import type { Column, Relation, Relationship, Routine, RoutineArgument } from './catalog/types.ts'

export type JsonStep = { key: string; asText: boolean } | { index: number; asText: boolean }

/** A value of a row: a column or a function of the row, and a path into it when it is JSON. */
export type Value =
  | { kind: 'column'; column: Column; path: JsonStep[] }
  | { kind: 'computed'; routine: Routine; path: JsonStep[] }

export type AggregateName = 'avg' | 'count' | 'max' | 'min' | 'sum'

export type Field =
  | { kind: 'star' }
  /** `format`: the function that writes the value as JSON. */
  | { kind: 'value'; value: Value; label: string; format?: string; cast?: string; aggregate?: Aggregate }
  /** `ungrouped`: as Postgres reads `row.count`, beside which nothing is grouped. */
  | { kind: 'count'; label: string; cast?: string; ungrouped?: boolean }

export interface Aggregate {
  name: AggregateName
  cast?: string
}

export type Operator = keyof typeof OPERATORS

/** The comparison operators, and what they are in SQL. */
export const OPERATORS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
} as const

/** The comparisons of GraphQL's filters; their operand is taken as it is. */
export const FILTER_OPERATORS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  startsWith: '^@',
  like: 'like',
  ilike: 'ilike',
  regex: '~',
  iregex: '~*',
  contains: '@>',
  containedBy: '<@',
  overlaps: '&&',
} as const

/** The full-text operators, and the functions that read their queries. */
export const TEXT_SEARCH = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

export const IS_VALUES = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const

export type Condition =
  | { kind: 'and' | 'or'; not: boolean; terms: Condition[] }
  | {
      kind: 'compare'
      not: boolean
      value: Value
      operator: Operator
      quantifier?: 'any' | 'all'
      operand: string
      /** The function that reads the operand. */
      parser?: string
    }
  | {
      kind: 'filter'
      not: boolean
      value: Value
      operator: keyof typeof FILTER_OPERATORS
      operand: string | null
    }
  | { kind: 'in'; not: boolean; value: Value; operands: string[]; parser?: string }
  | { kind: 'is'; not: boolean; value: Value; test: keyof typeof IS_VALUES }
  | {
      kind: 'search'
      not: boolean
      value: Value
      reader: keyof typeof TEXT_SEARCH
      language?: string
      query: string
    }
  /** `embed is null`: the embed has no row. */
  | { kind: 'no-row'; not: boolean; embed: Embed }

/** By a value of the row, or by what a to-one embed answers under a label. */
export type Order = Direction & ({ value: Value } | { of: Embed; label: string; path: JsonStep[] })

interface Direction {
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

export interface Page {
  limit?: number
  offset?: number
}

export interface Embed {
  label: string
  relationship: Relationship
  query: ReadQuery
  join: 'left' | 'inner'
  /** One JSON object, one JSON array, or the embed's own columns laid into the parent. */
  shape: 'object' | 'array' | 'spread'
  /** Joined for filters only: nothing of it appears in the answer. */
  hidden: boolean
}

export interface ReadQuery {
  /** The rows' relation; undefined only for values without columns. */
  relation: Relation | undefined
  fields: Field[]
  embeds: Embed[]
  where: Condition[]
  order: Order[]
  page: Page
}

export interface Insert {
  kind: 'insert'
  relation: Relation
  columns: Column[]
  /** A JSON object or array of objects, as text. */
  payload: string
  payloadIsArray: boolean
  /** Missing keys take the column's default instead of null. */
  defaults: boolean
  /** The payload writes domains as their casts from JSON read them. */
  represented?: boolean
  conflict?: { columns: Column[]; action: 'merge' | 'ignore' }
  /** Further conditions on the payload's rows (PUT: they must be the row that the URL names). */
  where: Condition[]
  returning: Returning
}

export interface Update {
  kind: 'update'
  relation: Relation
  columns: Column[]
  payload: string
  payloadIsArray: boolean
  defaults: boolean
  represented?: boolean
  where: Condition[]
  returning: Returning
}

export interface Delete {
  kind: 'delete'
  relation: Relation
  where: Condition[]
  returning: Returning
}

/** Which columns of the changed rows the rest of the statement needs. */
export type Returning = 'nothing' | 'row' | string[]

export type Mutation = Insert | Update | Delete

export type CallArguments =
  | { kind: 'none' }
  /** Named arguments inside one JSON object, or the first object of an array. */
  | { kind: 'json'; payload: string; isArray: boolean; args: RoutineArgument[] }
  /** Named arguments as texts; a variadic one holds an array literal. */
  | { kind: 'texts'; values: { arg: RoutineArgument; text: string }[] }
  /** The whole body is the single unnamed argument. */
  | { kind: 'body'; payload: string; arg: RoutineArgument }

export interface Call {
  kind: 'call'
  routine: Routine
  arguments: CallArguments
}

export type Source = Mutation | Call
