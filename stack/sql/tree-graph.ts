// The tree of one GraphQL root field: what its JSON consists of, with every name resolved against the catalog.
// compile-graph.ts turns it into one statement.
import type { Column, Relation } from './catalog/types.ts'
import type { Condition, Delete, Insert, Update } from './tree.ts'

export interface RoutineName {
  schema: string
  name: string
}

/** How a value's JSON differs from what Postgres makes of it. */
export type Rendering =
  | 'plain'
  /** bigint and numeric: a string keeps every digit. */
  | 'text'
  | 'texts'
  /** JSON inside a string. */
  | 'json-text'
  | { labels: [sql: string, shown: string][] }

export interface JsonField<Value> {
  label: string
  value: Value
}

/** A value of one row. */
export type RowValue =
  | { kind: 'constant'; text: string }
  | { kind: 'column'; column: Column; rendering: Rendering }
  | { kind: 'computed'; routine: RoutineName; rendering: Rendering }
  /** base64 of the JSON of names and key. */
  | { kind: 'node-id'; names: string[]; key: Column[] }
  | { kind: 'one'; source: RowSource; fields: JsonField<RowValue>[] }
  | { kind: 'many'; connection: Connection }

/** Where rows come from, seen from the row (if any) that asks for them. */
export type RowSource =
  | { kind: 'table'; relation: Relation; on: [parent: Column, own: Column][] }
  /** A function of the asking row, whose relation gives it its type. */
  | { kind: 'row-function'; routine: RoutineName; relation: Relation }
  | { kind: 'call'; call: GraphCall; relation: Relation }
  /** The rows that a call has returned, which are read more than once. */
  | { kind: 'called'; relation: Relation }

export interface GraphCall {
  routine: RoutineName
  args: { name: string; sqlType: string; text: string | null }[]
}

export interface GraphOrder {
  column: Column
  descending: boolean
  nullsFirst: boolean
}

export type AggregateFunction = 'sum' | 'avg' | 'min' | 'max'

export interface Connection {
  source: RowSource
  where: Condition[]
  /** Ends with the key, so that no two rows are equal. */
  order: GraphOrder[]
  key: Column[]
  /** The order values of the row where the page begins, in texts. */
  cursor: (string | null)[] | undefined
  /** The page ends at the cursor, or at the end of all rows. */
  backward: boolean
  limit: number
  offset: number
  fields: JsonField<ConnectionValue>[]
}

export type ConnectionValue =
  | { kind: 'constant'; text: string }
  | { kind: 'edges'; fields: JsonField<EdgeValue>[] }
  | { kind: 'page-info'; fields: JsonField<PageInfoValue>[] }
  | { kind: 'total-count' }
  | { kind: 'aggregate'; fields: JsonField<AggregateValue>[] }

export type EdgeValue =
  | { kind: 'constant'; text: string }
  | { kind: 'cursor' }
  | { kind: 'node'; fields: JsonField<RowValue>[] }

export type PageInfoValue =
  | { kind: 'constant'; text: string }
  | { kind: 'start-cursor' | 'end-cursor' | 'has-next' | 'has-previous' }

export type AggregateValue =
  | { kind: 'constant'; text: string }
  | { kind: 'count' }
  | {
      kind: 'columns'
      function: AggregateFunction
      fields: JsonField<{ kind: 'constant'; text: string } | { kind: 'column'; column: Column }>[]
    }

export type MutationValue =
  | { kind: 'constant'; text: string }
  | { kind: 'affected' }
  | { kind: 'records'; fields: JsonField<RowValue>[] }

/** What one root field answers. */
export type GraphRoot =
  | { kind: 'connection'; connection: Connection }
  | { kind: 'row'; source: RowSource; where: Condition[]; fields: JsonField<RowValue>[] }
  | { kind: 'value'; call: GraphCall; rendering: Rendering }
  | { kind: 'change'; change: Insert | Update | Delete; fields: JsonField<MutationValue>[] }
