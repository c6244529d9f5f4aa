// The rows that graph-queries.ts returns.

export interface SchemaRow {
  name: string
  comment: string | null
  usage_roles: string[]
}

export interface TableRow {
  oid: string
  name: string
  secured: boolean
  select_roles: string[]
  delete_roles: string[]
}

export interface ColumnRow {
  relation: string
  name: string
  type: string
  not_null: boolean
  generated: boolean
  serial: boolean
  max_length: number | null
  select_roles: string[]
  insert_roles: string[]
  update_roles: string[]
}

export interface TypeRow {
  oid: string
  name: string
  schema: string
  type: string
  category: string
  element: string
  base: string
  relation: string
  comment: string | null
  labels: string[]
  usage_roles: string[]
}

export interface KeyRow {
  name: string
  relation: string
  target: string
  comment: string | null
  columns: string[]
  target_columns: string[]
}

export interface IndexRow {
  relation: string
  is_primary: boolean
  columns: string[]
}

export interface FunctionRow {
  oid: string
  schema: string
  name: string
  volatility: string
  returns_set: boolean
  returns_one: boolean
  return_type: string
  arg_types: string[]
  arg_sql_types: string[]
  arg_names: string[]
  arg_modes: string[]
  arg_defaults: (string | null)[]
  variadic: boolean
  comment: string | null
  execute_roles: string[]
}
