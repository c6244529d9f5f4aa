// A request's query parameters after parsing and before the catalog is asked.
import type { AggregateName, IS_VALUES, JsonStep, Operator, TEXT_SEARCH } from '../../sql/tree.ts'

export interface FieldName {
  name: string
  path: JsonStep[]
}

export type SelectItem =
  | {
      kind: 'field'
      field: FieldName
      alias: string | undefined
      cast: string | undefined
      aggregate: { name: AggregateName; cast: string | undefined } | undefined
    }
  | {
      kind: 'relation'
      name: string
      alias: string | undefined
      hint: string | undefined
      join: 'left' | 'inner'
      spread: boolean
      items: SelectItem[]
    }

export type Operation =
  | { kind: 'compare'; operator: Operator; quantifier: 'any' | 'all' | undefined; operand: string }
  | { kind: 'in'; operands: string[] }
  | { kind: 'is'; test: keyof typeof IS_VALUES }
  | { kind: 'search'; reader: keyof typeof TEXT_SEARCH; language: string | undefined; query: string }

export interface Filter {
  kind: 'filter'
  field: FieldName
  not: boolean
  operation: Operation
}

export type Logic = Filter | { kind: 'and' | 'or'; not: boolean; terms: Logic[] }

export interface OrderTerm {
  /** The embed whose column orders the rows. */
  relation: string | undefined
  field: FieldName
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

/** A parameter that belongs to the embed at `path`; the empty path is the root. */
export interface At<Value> {
  path: string[]
  value: Value
}

export interface PageParameter {
  limit?: number | undefined
  offset?: number | undefined
}

export interface QueryParameters {
  select: SelectItem[]
  filters: At<Filter>[]
  logic: At<Logic>[]
  order: At<OrderTerm[]>[]
  pages: At<PageParameter>[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** On `GET /rpc/…`: what is no filter is an argument. */
  args: [string, string][]
}
