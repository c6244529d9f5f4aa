import type { Client } from 'pg'
import type { Relation } from '../catalog/types.ts'
import {
  GRAPH_COLUMNS,
  GRAPH_FUNCTIONS,
  GRAPH_INDEXES,
  GRAPH_KEYS,
  GRAPH_SCHEMAS,
  GRAPH_TABLES,
  GRAPH_TYPES,
} from './queries.ts'
import type { ColumnRow, FunctionRow, IndexRow, KeyRow, SchemaRow, TableRow, TypeRow } from './rows.ts'
import type { GraphArgument, GraphColumn, GraphFacts, GraphTable, GraphType } from './types.ts'

/** The roles a request may come as: each sees a schema of its own. */
const GRAPH_ROLES = `
  select r.rolname::text as name from pg_roles r
  where r.rolname <> 'authenticator' and not r.rolsuper and pg_has_role('authenticator', r.oid, 'MEMBER')
  order by 1`

export interface GraphRows {
  roles: string[]
  schemas: SchemaRow[]
  tables: TableRow[]
  columns: ColumnRow[]
  types: TypeRow[]
  keys: KeyRow[]
  indexes: IndexRow[]
  functions: FunctionRow[]
}

/** Asks for them, inside the transaction that reads the rest of the catalog. */
export async function readGraphRows(client: Client, schemas: string[]): Promise<GraphRows> {
  const roles = (await client.query<{ name: string }>(GRAPH_ROLES)).rows.map(({ name }) => name)
  const rows = async <Row>(sql: string) => (await client.query(sql, [schemas, roles])).rows as Row[]
  return {
    roles,
    schemas: await rows<SchemaRow>(GRAPH_SCHEMAS),
    tables: await rows<TableRow>(GRAPH_TABLES),
    columns: await rows<ColumnRow>(GRAPH_COLUMNS),
    types: await rows<TypeRow>(GRAPH_TYPES),
    keys: await rows<KeyRow>(GRAPH_KEYS),
    indexes: await rows<IndexRow>(GRAPH_INDEXES),
    functions: await rows<FunctionRow>(GRAPH_FUNCTIONS),
  }
}

/** Ties the rows to the relations that the compiler reads from. */
export function loadGraphFacts(rows: GraphRows, relations: Map<number, Relation>): GraphFacts {
  return {
    roles: rows.roles,
    schemas: new Map(
      rows.schemas.map((row) => [
        row.name,
        { name: row.name, comment: row.comment ?? undefined, usableBy: new Set(row.usage_roles) },
      ]),
    ),
    tables: loadTables(rows, relations),
    keys: rows.keys.map((row) => ({
      name: row.name,
      comment: row.comment ?? undefined,
      from: Number(row.relation),
      to: Number(row.target),
      columns: row.columns,
      targetColumns: row.target_columns,
    })),
    types: new Map(rows.types.map((row) => [Number(row.oid), toType(row)])),
    functions: rows.functions.map((row) => ({
      schema: row.schema,
      name: row.name,
      comment: row.comment ?? undefined,
      volatile: row.volatility === 'v',
      returnsSet: row.returns_set,
      returnsOne: row.returns_one,
      returnType: Number(row.return_type),
      variadic: row.variadic,
      args: toArguments(row),
      executableBy: new Set(row.execute_roles),
    })),
  }
}

function loadTables(rows: GraphRows, relations: Map<number, Relation>): Map<number, GraphTable> {
  const columns = Map.groupBy(rows.columns, (row) => row.relation)
  const indexes = Map.groupBy(rows.indexes, (row) => row.relation)
  const tables = new Map<number, GraphTable>()
  for (const row of rows.tables) {
    const relation = relations.get(Number(row.oid))
    if (!relation) continue
    const unique = indexes.get(row.oid) ?? []
    tables.set(relation.oid, {
      relation,
      comment: relation.description,
      secured: row.secured,
      columns: (columns.get(row.oid) ?? []).map((column) => toColumn(column, relation)),
      primaryKey: unique.find((index) => index.is_primary)?.columns ?? [],
      uniqueKeys: unique.map((index) => index.columns),
      selectableBy: new Set(row.select_roles),
      deletableBy: new Set(row.delete_roles),
    })
  }
  return tables
}

function toColumn(row: ColumnRow, relation: Relation): GraphColumn {
  return {
    name: row.name,
    typeOid: Number(row.type),
    notNull: row.not_null,
    generated: row.generated,
    serial: row.serial,
    maxLength: row.max_length ?? undefined,
    comment: relation.columns.get(row.name)?.description,
    selectableBy: new Set(row.select_roles),
    insertableBy: new Set(row.insert_roles),
    updatableBy: new Set(row.update_roles),
  }
}

function toType(row: TypeRow): GraphType {
  return {
    oid: Number(row.oid),
    name: row.name,
    schema: row.schema,
    kind: kindOf(row),
    element: Number(row.element),
    base: Number(row.base),
    relation: Number(row.relation),
    comment: row.comment ?? undefined,
    labels: row.labels,
    usableBy: new Set(row.usage_roles),
  }
}

function kindOf({ type, category }: TypeRow): GraphType['kind'] {
  if (type === 'd') return 'domain'
  if (type === 'e') return 'enum'
  if (type === 'c') return 'composite'
  if (type === 'p') return 'pseudo'
  return category === 'A' ? 'array' : 'base'
}

/** Inputs only: names, modes and defaults are listed for all arguments, types for the inputs. */
function toArguments(row: FunctionRow): GraphArgument[] {
  const isInput = (index: number) => ['i', 'b', 'v'].includes(row.arg_modes[index] ?? 'i')
  const inputs = row.arg_defaults.map((_, index) => index).filter(isInput)
  return inputs.map((position, index) => ({
    name: row.arg_names[position] ?? '',
    typeOid: Number(row.arg_types[index]),
    sqlType: row.arg_sql_types[index] ?? '',
    defaultSql: row.arg_defaults[position] ?? undefined,
  }))
}
