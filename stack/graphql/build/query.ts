import { type GraphQLFieldConfig, GraphQLNonNull, GraphQLObjectType } from 'graphql'
import { lowerFirst } from '../model/names.ts'
import type { RoleModel } from '../model/role.ts'
import { SCALARS } from '../model/scalars.ts'
import { columnOf, type TableModel } from '../model/table.ts'
import { field } from './field.ts'
import { functionFields } from './functions.ts'
import type { TypeStore } from './type-store.ts'

type Field = GraphQLFieldConfig<unknown, unknown>

/** Query: node, and for each table its collection and its rows by key, and the functions that only read. */
export function buildQuery(model: RoleModel, types: TypeStore): GraphQLObjectType {
  const fields = new Map<string, Field>([['node', nodeField(types)]])
  for (const table of model.tables.values()) {
    const name = lowerFirst(table.name)
    fields.set(`${name}Collection`, collectionField(table, types))
    const byKey = byKeyField(table, types)
    if (byKey) fields.set(`${name}ByPk`, byKey)
  }
  for (const [name, one] of functionFields(model, types, false)) if (!fields.has(name)) fields.set(name, one)
  return new GraphQLObjectType({
    name: 'Query',
    description: 'The root type for querying data',
    fields: Object.fromEntries(sorted(fields)),
  })
}

/** Fields by name, as both roots list them. */
export function sorted(fields: Map<string, Field>): [string, Field][] {
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
}

function nodeField(types: TypeStore): Field {
  return {
    ...field(types.node, { kind: 'node' }, 'Retrieve a record by its `ID`'),
    args: { nodeId: { type: new GraphQLNonNull(SCALARS.ID), description: "The record's `ID`" } },
  }
}

function collectionField(table: TableModel, types: TypeStore): Field {
  const type = new GraphQLNonNull(types.connection(table))
  return {
    ...field(type, { kind: 'collection', table }, `A pagable collection of type \`${table.name}\``),
    args: types.inputs.connectionArguments(table),
  }
}

// pg_graphql goes by the spelling of a column's type: varchar, which is `character varying`, is not among them.
const KEY_TYPES = ['int2', 'int4', 'int8', 'text', 'citext', 'uuid']

function byKeyField(table: TableModel, types: TypeStore): Field | undefined {
  const key = table.key.map(({ name }) => columnOf(table, name))
  if (!key.every((column) => column !== undefined)) return undefined
  if (!key.every(({ type }) => type.kind === 'scalar' && KEY_TYPES.includes(type.sqlName))) return undefined
  const args = key.map((column) => {
    const type = new GraphQLNonNull(types.inputs.input(column.type))
    return [column.field, { type, description: `The record's \`${column.fact.name}\` value` }] as const
  })
  const description = `Retrieve a record of type \`${table.name}\` by its primary key`
  return { ...field(types.row(table), { kind: 'by-pk', table }, description), args: Object.fromEntries(args) }
}
