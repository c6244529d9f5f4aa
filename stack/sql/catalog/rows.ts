// The rows that catalog-queries.ts returns.

export interface RelationRow {
  oid: string
  schema: string
  name: string
  kind: string
  exposed: boolean
  description: string | null
  updatable: number
}

export interface ColumnRow {
  relation: string
  name: string
  position: number
  sql_type: string
  type: string
  base_type: string
  nullable: boolean
  default_sql: string | null
  max_length: number | null
  enum_values: string[]
  description: string | null
}

export interface RepresentationRow {
  domain: string
  /** From the domain, not to it. */
  writes: boolean
  format: 'json' | 'text'
  schema: string
  name: string
}

export interface KeyRow {
  name: string
  type: 'p' | 'u' | 'f'
  relation: string
  target: string
  columns: number[]
  target_columns: number[]
}

export interface ViewRow {
  oid: string
  rule: string
}

export interface RoutineRow {
  schema: string
  name: string
  description: string | null
  volatility: 'i' | 's' | 'v'
  returns_set: boolean
  rows: number
  variadic: boolean
  inputs: number
  defaults: number
  arg_names: string[]
  arg_modes: string[]
  arg_types: string[]
  first_arg_relation: string
  return_type: string
  return_kind: string
  return_relation: string
  config: string[] | null
  media_type: string | null
  media_binary: boolean
}

export interface MediaRow {
  media_type: string
  binary: boolean
  schema: string
  name: string
  /** 0 for any element. */
  relation: string
}

export interface TypeRow {
  name: string
  schema: string
}

export interface SettingRow {
  role: string
  name: string
  value: string
}
