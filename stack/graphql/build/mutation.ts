import { type GraphQLFieldConfig, GraphQLList, GraphQLNonNull, GraphQLObjectType } from 'graphql'
import type { RoleModel } from '../model/role.ts'
import { SCALARS } from '../model/scalars.ts'
import type { TableModel } from '../model/table.ts'
import { field } from './field.ts'
import { functionFields } from './functions.ts'
import { sorted } from './query.ts'
import type { TypeStore } from './type-store.ts'

type Field = GraphQLFieldConfig<unknown, unknown>

const RESTRICTS = "Restricts the mutation's impact to records matching the criteria"
const AT_MOST = {
  type: new GraphQLNonNull(SCALARS.Int),
  defaultValue: 1,
  description: 'The maximum number of records in the collection permitted to be affected',
}

/** Mutation: what the role may change, and the functions that may change something; undefined without either. */
export function buildMutation(model: RoleModel, types: TypeStore): GraphQLObjectType | undefined {
  const fields = new Map<string, Field>()
  for (const table of model.tables.values()) {
    const { name } = table
    if (table.columns.some(({ insertable }) => insertable))
      fields.set(`insertInto${name}Collection`, insertField(table, types))
    if (table.columns.some(({ updatable }) => updatable))
      fields.set(`update${name}Collection`, updateField(table, types))
    if (table.deletable) fields.set(`deleteFrom${name}Collection`, deleteField(table, types))
  }
  for (const [name, one] of functionFields(model, types, true)) if (!fields.has(name)) fields.set(name, one)
  if (fields.size === 0) return undefined
  return new GraphQLObjectType({
    name: 'Mutation',
    description: 'The root type for creating and mutating data',
    fields: Object.fromEntries(sorted(fields)),
  })
}

function insertField(table: TableModel, types: TypeStore): Field {
  const objects = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.inputs.insert(table))))
  const description = `Adds one or more \`${table.name}\` records to the collection`
  return {
    ...field(types.response(table, 'Insert'), { kind: 'insert', table }, description),
    args: { objects: { type: objects } },
  }
}

function updateField(table: TableModel, types: TypeStore): Field {
  const type = new GraphQLNonNull(types.response(table, 'Update'))
  const description = `Updates zero or more records in the \`${table.name}\` collection`
  return {
    ...field(type, { kind: 'update', table }, description),
    args: {
      set: {
        type: new GraphQLNonNull(types.inputs.update(table)),
        description: 'Fields that are set will be updated for all records matching the `filter`',
      },
      filter: { type: types.inputs.filter(table), description: RESTRICTS },
      atMost: AT_MOST,
    },
  }
}

function deleteField(table: TableModel, types: TypeStore): Field {
  const type = new GraphQLNonNull(types.response(table, 'Delete'))
  const description = `Deletes zero or more records from the \`${table.name}\` collection`
  return {
    ...field(type, { kind: 'delete', table }, description),
    args: { filter: { type: types.inputs.filter(table), description: RESTRICTS }, atMost: AT_MOST },
  }
}
