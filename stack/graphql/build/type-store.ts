import {
  GraphQLEnumType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { isGraphName } from '../model/names.ts'
import type { RoleModel } from '../model/role.ts'
import { SCALARS } from '../model/scalars.ts'
import type { TableModel } from '../model/table.ts'
import type { EnumModel, ValueType } from '../model/value-types.ts'
import { aggregateFields } from './aggregates.ts'
import { field } from './field.ts'
import type { GraphTypes, ObjectConfig } from './graph-types.ts'
import { InputTypes } from './inputs.ts'
import { nodeFields } from './node.ts'

const { ID, Int, String: Text, Boolean: Bool } = SCALARS

/** The types of one schema, each made once. */
export class TypeStore implements GraphTypes {
  readonly model: RoleModel
  readonly inputs: InputTypes
  readonly node: GraphQLInterfaceType
  readonly pageInfo: GraphQLObjectType
  readonly #objects = new Map<string, GraphQLObjectType>()
  readonly #enums = new Map<EnumModel, GraphQLEnumType>()

  constructor(model: RoleModel) {
    this.model = model
    for (const own of model.enums) this.#enums.set(own, enumType(own))
    this.inputs = new InputTypes(model, (own) => this.#enums.get(own))
    this.node = new GraphQLInterfaceType({
      name: 'Node',
      fields: { nodeId: { type: new GraphQLNonNull(ID), description: 'Retrieves a record by `ID`' } },
    })
    this.pageInfo = pageInfoType()
  }

  /** All that introspection lists, reachable from the roots or not. */
  listed(): GraphQLNamedType[] {
    const tables = [...this.model.tables.values()]
    return [
      ...Object.values(SCALARS),
      this.pageInfo,
      this.node,
      ...tables.map((table) => this.row(table)),
      ...this.#enums.values(),
      ...this.inputs.fixed(),
    ]
  }

  /** What a value is in answers. */
  output(type: ValueType): GraphQLOutputType {
    switch (type.kind) {
      case 'scalar':
        return SCALARS[type.name]
      case 'enum':
        return this.#enums.get(type.type) ?? SCALARS.Opaque
      case 'list':
        return new GraphQLList(this.output(type.of))
      case 'row': {
        const table = this.model.tables.get(type.relation)
        return table ? this.row(table) : SCALARS.Opaque
      }
    }
  }

  row(table: TableModel): GraphQLObjectType {
    return this.#object(table, '', {
      interfaces: table.key.length > 0 ? [this.node] : [],
      fields: () => nodeFields(table, this),
      ...(table.description !== undefined && { description: table.description }),
    })
  }

  edge(table: TableModel): GraphQLObjectType {
    return this.#object(table, 'Edge', {
      fields: () => ({
        cursor: field(new GraphQLNonNull(Text), { kind: 'cursor' }),
        node: field(new GraphQLNonNull(this.row(table)), { kind: 'edge-node' }),
      }),
    })
  }

  connection(table: TableModel): GraphQLObjectType {
    const edges = () => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(this.edge(table))))
    return this.#object(table, 'Connection', {
      fields: () => ({
        edges: field(edges(), { kind: 'edges' }),
        pageInfo: field(new GraphQLNonNull(this.pageInfo), { kind: 'page-info' }),
        ...(table.totalCount && {
          totalCount: field(
            new GraphQLNonNull(Int),
            { kind: 'total-count' },
            'The total number of records matching the `filter` criteria',
          ),
        }),
        ...(table.aggregate && {
          aggregate: field(
            this.aggregate(table),
            { kind: 'aggregate' },
            `Aggregate functions calculated on the collection of \`${table.name}\``,
          ),
        }),
      }),
    })
  }

  aggregate(table: TableModel): GraphQLObjectType {
    return this.#object(table, 'Aggregate', {
      description: `Aggregate results for \`${table.name}\``,
      fields: () => aggregateFields(table, this),
    })
  }

  response(table: TableModel, suffix: 'Insert' | 'Update' | 'Delete'): GraphQLObjectType {
    const records = () => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(this.row(table))))
    return this.#object(table, `${suffix}Response`, {
      fields: () => ({
        affectedCount: field(
          new GraphQLNonNull(Int),
          { kind: 'affected' },
          'Count of the records impacted by the mutation',
        ),
        records: field(records(), { kind: 'records' }, 'Array of records impacted by the mutation'),
      }),
    })
  }

  /** An object type named after its table. */
  object(table: TableModel, suffix: string, config: ObjectConfig): GraphQLObjectType {
    return this.#object(table, suffix, config)
  }

  #object(table: TableModel, suffix: string, config: ObjectConfig): GraphQLObjectType {
    const name = `${table.name}${suffix}`
    const known = this.#objects.get(name)
    if (known) return known
    const made = new GraphQLObjectType({ ...config, name, extensions: { table } })
    this.#objects.set(name, made)
    return made
  }
}

function pageInfoType(): GraphQLObjectType {
  return new GraphQLObjectType({
    name: 'PageInfo',
    fields: {
      endCursor: field(Text, { kind: 'end-cursor' }),
      hasNextPage: field(new GraphQLNonNull(Bool), { kind: 'has-next' }),
      hasPreviousPage: field(new GraphQLNonNull(Bool), { kind: 'has-previous' }),
      startCursor: field(Text, { kind: 'start-cursor' }),
    },
  })
}

/** Labels that GraphQL cannot spell are not listed; they can still be read. */
function enumType(model: EnumModel): GraphQLEnumType {
  const names = model.labels.map(([, shown]) => shown).filter(isEnumName)
  return new GraphQLEnumType({
    name: model.name,
    values: Object.fromEntries(names.map((name) => [name, { value: name }])),
    extensions: { enum: model },
  })
}

function isEnumName(name: string): boolean {
  return isGraphName(name) && !['true', 'false', 'null'].includes(name)
}
