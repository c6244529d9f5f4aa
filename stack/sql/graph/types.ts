// What the catalog knows for GraphQL. Names and types are still Postgres's; stack/graphql gives them GraphQL's.
import type { Relation } from '../catalog/types.ts'

export type GraphRoles = ReadonlySet<string>

export interface GraphSchemaFacts {
  name: string
  comment: string | undefined
  usableBy: GraphRoles
}

export interface GraphColumn {
  name: string
  typeOid: number
  notNull: boolean
  /** The database computes it; it is never written. */
  generated: boolean
  /** Filled by a sequence of its own. */
  serial: boolean
  /** In characters. */
  maxLength: number | undefined
  comment: string | undefined
  selectableBy: GraphRoles
  insertableBy: GraphRoles
  updatableBy: GraphRoles
}

export interface GraphTable {
  relation: Relation
  comment: string | undefined
  /** Row level security is on: a row that is referenced may still be invisible. */
  secured: boolean
  columns: GraphColumn[]
  primaryKey: string[]
  uniqueKeys: string[][]
  /** The whole row, as functions of a row need. */
  selectableBy: GraphRoles
  deletableBy: GraphRoles
}

export interface GraphKey {
  name: string
  comment: string | undefined
  from: number
  to: number
  columns: string[]
  targetColumns: string[]
}

export interface GraphType {
  oid: number
  name: string
  schema: string
  kind: 'base' | 'array' | 'enum' | 'domain' | 'composite' | 'pseudo'
  /** Of an array. */
  element: number
  /** Below a domain. */
  base: number
  /** Of a row type. */
  relation: number
  comment: string | undefined
  labels: string[]
  usableBy: GraphRoles
}

export interface GraphArgument {
  name: string
  typeOid: number
  sqlType: string
  /** The default as SQL; undefined for an argument that must be given. */
  defaultSql: string | undefined
}

export interface GraphFunction {
  schema: string
  name: string
  comment: string | undefined
  volatile: boolean
  returnsSet: boolean
  /** Declared as a set of one row. */
  returnsOne: boolean
  returnType: number
  variadic: boolean
  args: GraphArgument[]
  executableBy: GraphRoles
}

export interface GraphFacts {
  roles: string[]
  schemas: Map<string, GraphSchemaFacts>
  /** By oid, in the order of their names. */
  tables: Map<number, GraphTable>
  keys: GraphKey[]
  types: Map<number, GraphType>
  functions: GraphFunction[]
}
