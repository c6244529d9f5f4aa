import type { Column, Relation } from '../../sql/catalog/types.ts'
import type { GraphColumn, GraphTable } from '../../sql/graph/types.ts'
import type { SchemaSettings } from './directives.ts'
import type { ValueType } from './value-types.ts'

/** A column as one role sees it. */
export interface ColumnModel {
  fact: GraphColumn
  column: Column
  field: string
  type: ValueType
  notNull: boolean
  description: string | undefined
  selectable: boolean
  insertable: boolean
  updatable: boolean
}

/** A table as one role sees it. */
export interface TableModel {
  fact: GraphTable
  relation: Relation
  name: string
  description: string | undefined
  settings: SchemaSettings
  columns: ColumnModel[]
  /** Empty for a view without one: no collection, but functions of a row may return it. */
  key: Column[]
  /** The most rows of a page. */
  maxRows: number
  totalCount: boolean
  aggregate: boolean
  /** The role may read the whole row, which functions of a row need. */
  whole: boolean
  deletable: boolean
}

/** The facts of a column by its name. */
export function columnOf(table: TableModel, name: string): ColumnModel | undefined {
  return table.columns.find(({ fact }) => fact.name === name)
}
