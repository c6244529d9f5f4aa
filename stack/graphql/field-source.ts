// What a field or input of the schema stands for in the database; kept in graphql-js's extensions.
import type { GraphQLField, GraphQLInputField, GraphQLNamedType } from 'graphql'
import type { AggregateFunction } from '../sql/tree-graph.ts'
import type { FunctionModel } from './model/functions.ts'
import type { KeyModel } from './model/keys.ts'
import type { ColumnModel, TableModel } from './model/table.ts'
import type { EnumModel } from './model/value-types.ts'

export type FieldSource =
  | { kind: 'node' }
  | { kind: 'collection' | 'by-pk' | 'insert' | 'update' | 'delete' | 'node-id'; table: TableModel }
  | { kind: 'function' | 'computed'; model: FunctionModel }
  | { kind: 'column'; column: ColumnModel }
  | { kind: 'to-one' | 'to-many'; key: KeyModel; back: boolean }
  | { kind: 'edges' | 'page-info' | 'total-count' | 'aggregate' }
  | { kind: 'cursor' | 'edge-node' }
  | { kind: 'start-cursor' | 'end-cursor' | 'has-next' | 'has-previous' }
  | { kind: 'affected' | 'records' }
  | { kind: 'count' }
  | { kind: 'aggregate-function'; function: AggregateFunction }

export type InputSource =
  | { kind: 'column'; column: ColumnModel }
  | { kind: 'node-id'; table: TableModel }
  | { kind: 'logic' }

interface Extended {
  extensions: Readonly<Record<string, unknown>>
}

/** The source of an output field; every field that the schema builder makes has one. */
export function fieldSource(field: GraphQLField<unknown, unknown>): FieldSource {
  return sourceOf<FieldSource>(field)
}

/** The source of an input object's field. */
export function inputSource(field: GraphQLInputField): InputSource {
  return sourceOf<InputSource>(field)
}

/** The table whose rows an object type shows. */
export function tableOf(type: GraphQLNamedType): TableModel | undefined {
  return type.extensions.table as TableModel | undefined
}

/** The enum of the database behind an enum of the graph. */
export function enumOf(type: GraphQLNamedType): EnumModel | undefined {
  return type.extensions.enum as EnumModel | undefined
}

function sourceOf<Source>({ extensions }: Extended): Source {
  if (!extensions.source) throw new TypeError('a field of the graph has no source')
  return extensions.source as Source
}
