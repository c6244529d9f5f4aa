// What one role sees of the database, in the graph's names. Grants decide what is in it, comments what it is called.

import type { Catalog } from '../../sql/catalog/catalog.ts'
import type { Column, Relation } from '../../sql/catalog/types.ts'
import type { GraphColumn, GraphTable } from '../../sql/graph/types.ts'
import { claimNames } from './claim-names.ts'
import {
  directiveOf,
  isEnabled,
  keyColumnsSetting,
  maxRowsSetting,
  type SchemaSettings,
  schemaSettings,
  textSetting,
  truthSetting,
} from './directives.ts'
import { buildFunctions, type FunctionModel } from './functions.ts'
import { buildKeys, type KeyModel } from './keys.ts'
import { columnName, isGraphName, typeName } from './names.ts'
import type { ColumnModel, TableModel } from './table.ts'
import { type EnumModel, ValueTypes } from './value-types.ts'

export interface RoleModel {
  role: string
  tables: Map<number, TableModel>
  keys: KeyModel[]
  functions: FunctionModel[]
  enums: EnumModel[]
  /** One schema at least allows to be asked about itself. */
  introspection: boolean
  introspects(schema: string): boolean
}

/** Builds the model of `role` over the exposed schemas. */
export function buildModel(catalog: Catalog, role: string, schemas: string[]): RoleModel {
  const facts = catalog.graph
  const settings = new Map(
    schemas.flatMap((name) => {
      const schema = facts.schemas.get(name)
      return schema?.usableBy.has(role) ? [[name, schemaSettings(schema.comment)] as const] : []
    }),
  )
  const types = new ValueTypes(facts, role, (schema) => settings.get(schema)?.inflect ?? false)
  const candidates = [...facts.tables.values()].flatMap((fact) => {
    const own = settings.get(fact.relation.schema)
    const table = own && buildTable(fact, role, own, types)
    return table ? [table] : []
  })
  const { tables, rows, enums } = claimNames(candidates, types)
  const byOid = oidMap(tables)
  return {
    role,
    tables: byOid,
    keys: buildKeys(facts, byOid),
    functions: buildFunctions(facts, role, settings, types, { tables: byOid, rows: oidMap(rows) }),
    enums,
    introspection: [...settings.values()].some((schema) => schema.introspection),
    introspects: (schema) => settings.get(schema)?.introspection ?? false,
  }
}

function oidMap(tables: TableModel[]): Map<number, TableModel> {
  return new Map(tables.map((table) => [table.relation.oid, table]))
}

function buildTable(
  fact: GraphTable,
  role: string,
  settings: SchemaSettings,
  types: ValueTypes,
): TableModel | undefined {
  const { relation } = fact
  const directive = directiveOf(fact.comment)
  const name = textSetting(directive, 'name') ?? typeName(relation.name, settings.inflect)
  const key = keyColumns(fact, keyColumnsSetting(directive))
  const columns = fact.columns.flatMap((column) => buildColumn(column, relation, role, settings, types))
  if (!isGraphName(name) || !fact.columns.some((column) => column.selectableBy.has(role))) return undefined
  return {
    fact,
    relation,
    name,
    description: textSetting(directive, 'description'),
    settings,
    columns,
    key,
    maxRows: maxRowsSetting(directive) ?? settings.maxRows,
    totalCount: isEnabled(directive, 'totalCount'),
    aggregate: isEnabled(directive, 'aggregate'),
    whole: fact.selectableBy.has(role),
    deletable: relation.deletable && fact.deletableBy.has(role),
  }
}

function keyColumns({ relation, primaryKey }: GraphTable, declared: string[]): Column[] {
  const names = primaryKey.length > 0 ? primaryKey : declared
  const columns = names.flatMap((name) => relation.columns.get(name) ?? [])
  return columns.length === names.length ? columns : []
}

function buildColumn(
  fact: GraphColumn,
  relation: Relation,
  role: string,
  settings: SchemaSettings,
  types: ValueTypes,
): ColumnModel[] {
  const column = relation.columns.get(fact.name)
  const type = types.of(fact.typeOid, settings.baseTypes)
  const directive = directiveOf(fact.comment)
  const field = textSetting(directive, 'name') ?? columnName(fact.name, settings.inflect)
  if (!column || !type || type.kind === 'row' || !isGraphName(field)) return []
  return [
    {
      fact,
      column,
      field,
      type,
      notNull: truthSetting(directive, 'not_null') ?? fact.notNull,
      description: textSetting(directive, 'description'),
      selectable: fact.selectableBy.has(role),
      insertable: relation.insertable && fact.insertableBy.has(role),
      updatable: relation.updatable && fact.updatableBy.has(role),
    },
  ]
}
