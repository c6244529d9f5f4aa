import {
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
} from 'graphql'
import type { InputSource } from '../field-source.ts'
import { FILTERS, LIST_FILTERS, LIST_OPERATORS } from '../model/filters.ts'
import type { RoleModel } from '../model/role.ts'
import { SCALARS, type ScalarName } from '../model/scalars.ts'
import type { ColumnModel, TableModel } from '../model/table.ts'
import type { EnumModel, ValueType } from '../model/value-types.ts'

const { Int, Cursor } = SCALARS

const IS = new GraphQLEnumType({
  name: 'FilterIs',
  values: { NULL: { value: 'NULL' }, NOT_NULL: { value: 'NOT_NULL' } },
})

const DIRECTION = new GraphQLEnumType({
  name: 'OrderByDirection',
  description: 'Defines a per-field sorting order',
  values: {
    AscNullsFirst: { value: 'AscNullsFirst', description: 'Ascending order, nulls first' },
    AscNullsLast: { value: 'AscNullsLast', description: 'Ascending order, nulls last' },
    DescNullsFirst: { value: 'DescNullsFirst', description: 'Descending order, nulls first' },
    DescNullsLast: { value: 'DescNullsLast', description: 'Descending order, nulls last' },
  },
})

const EVERY = 'Returns true only if all its inner filters are true, otherwise returns false'
const ANY = 'Returns true if at least one of its inner filters is true, otherwise returns false'

/** The input types of one schema, each made once. */
export class InputTypes {
  readonly #model: RoleModel
  readonly #enumType: (model: EnumModel) => GraphQLEnumType | undefined
  readonly #made = new Map<string, GraphQLInputObjectType>()

  constructor(model: RoleModel, enumType: (model: EnumModel) => GraphQLEnumType | undefined) {
    this.#model = model
    this.#enumType = enumType
  }

  /** The types that every schema lists, and those of its enums. */
  fixed(): GraphQLNamedType[] {
    const scalars = Object.keys(FILTERS).map((name) => this.#scalarFilter(name as ScalarName))
    const lists = LIST_FILTERS.map((name) => this.#listFilter(name))
    const enums = this.#model.enums.flatMap((model) => this.#enumFilter(model) ?? [])
    return [IS, DIRECTION, ...scalars, ...lists, ...enums]
  }

  /** What a value is as an argument. */
  input(type: ValueType): GraphQLInputType {
    if (type.kind === 'scalar') return SCALARS[type.name]
    if (type.kind === 'list') return new GraphQLList(this.input(type.of))
    return (type.kind === 'enum' && this.#enumType(type.type)) || SCALARS.Opaque
  }

  connectionArguments(table: TableModel): GraphQLFieldConfigArgumentMap {
    return {
      first: { type: Int, description: 'Query the first `n` records in the collection' },
      last: { type: Int, description: 'Query the last `n` records in the collection' },
      before: {
        type: Cursor,
        description: 'Query values in the collection before the provided cursor',
      },
      after: { type: Cursor, description: 'Query values in the collection after the provided cursor' },
      offset: {
        type: Int,
        description:
          'Skip n values from the after cursor. Alternative to cursor pagination. Backward pagination not supported.',
      },
      filter: {
        type: this.filter(table),
        description: 'Filters to apply to the results set when querying from the collection',
      },
      orderBy: {
        type: new GraphQLList(new GraphQLNonNull(this.#orderBy(table))),
        description: 'Sort order to apply to the collection',
      },
    }
  }

  filter(table: TableModel): GraphQLInputObjectType {
    return this.#object(`${table.name}Filter`, () => {
      const columns = table.columns.flatMap((column) => {
        const type = column.selectable ? this.#columnFilter(column) : undefined
        return type ? [[column.field, input(type, { kind: 'column', column })] as const] : []
      })
      const list = new GraphQLList(new GraphQLNonNull(this.filter(table)))
      const logic = {
        and: input(list, { kind: 'logic' }, EVERY),
        or: input(list, { kind: 'logic' }, ANY),
        not: input(this.filter(table), { kind: 'logic' }, 'Negates a filter'),
      }
      const nodeId = input(this.#scalarFilter('ID'), { kind: 'node-id', table })
      // A column of that name wins over the logic.
      return { ...Object.fromEntries(columns), nodeId, ...without(logic, columns) }
    })
  }

  insert(table: TableModel): GraphQLInputObjectType {
    return this.#values(`${table.name}InsertInput`, table, (column) => column.insertable)
  }

  update(table: TableModel): GraphQLInputObjectType {
    return this.#values(`${table.name}UpdateInput`, table, (column) => column.updatable)
  }

  #values(name: string, table: TableModel, allowed: (column: ColumnModel) => boolean) {
    const columns = table.columns.filter(
      (column) => allowed(column) && !column.fact.generated && !column.fact.serial,
    )
    return this.#object(name, () =>
      Object.fromEntries(
        columns.map((column) => [column.field, input(this.input(column.type), { kind: 'column', column })]),
      ),
    )
  }

  #orderBy(table: TableModel): GraphQLInputObjectType {
    const columns = table.columns.filter((column) => column.selectable && isOrdered(column.type))
    return this.#object(`${table.name}OrderBy`, () =>
      Object.fromEntries(
        columns.map((column) => [column.field, input(DIRECTION, { kind: 'column', column })]),
      ),
    )
  }

  #columnFilter({ type }: ColumnModel): GraphQLInputObjectType | undefined {
    if (type.kind === 'enum') return this.#enumFilter(type.type) ?? this.#scalarFilter('Opaque')
    if (type.kind === 'scalar') return FILTERS[type.name] && this.#scalarFilter(type.name)
    if (type.kind !== 'list' || type.of.kind !== 'scalar') return undefined
    return LIST_FILTERS.includes(type.of.name) ? this.#listFilter(type.of.name) : undefined
  }

  #scalarFilter(name: ScalarName): GraphQLInputObjectType {
    return this.#operators(name, SCALARS[name], FILTERS[name] ?? [])
  }

  #listFilter(name: ScalarName): GraphQLInputObjectType {
    const list = new GraphQLList(new GraphQLNonNull(SCALARS[name]))
    return this.#operators(`${name}List`, list, LIST_OPERATORS)
  }

  #enumFilter(model: EnumModel): GraphQLInputObjectType | undefined {
    const type = this.#enumType(model)
    return type && this.#operators(model.name, type, ['eq', 'in', 'is', 'neq'])
  }

  #operators(entity: string, value: GraphQLInputType, operators: string[]): GraphQLInputObjectType {
    const typeOf = (operator: string) => {
      if (operator === 'is') return IS
      return operator === 'in' ? new GraphQLList(new GraphQLNonNull(value)) : value
    }
    return this.#object(
      `${entity}Filter`,
      () => Object.fromEntries(operators.map((operator) => [operator, { type: typeOf(operator) }])),
      `Boolean expression comparing fields on type "${entity}"`,
    )
  }

  #object(
    name: string,
    fields: () => Record<string, GraphQLInputFieldConfig>,
    description?: string,
  ): GraphQLInputObjectType {
    const known = this.#made.get(name)
    if (known) return known
    const made = new GraphQLInputObjectType({
      name,
      fields,
      ...(description !== undefined && { description }),
    })
    this.#made.set(name, made)
    return made
  }
}

function input(type: GraphQLInputType, source: InputSource, description?: string): GraphQLInputFieldConfig {
  return { type, extensions: { source }, ...(description !== undefined && { description }) }
}

function without<Value>(
  logic: Record<string, Value>,
  columns: (readonly [string, unknown])[],
): Record<string, Value> {
  const taken = new Set(columns.map(([name]) => name))
  return Object.fromEntries(Object.entries(logic).filter(([name]) => !taken.has(name)))
}

/** Arrays and JSON have no order that pages could follow. */
function isOrdered(type: ValueType): boolean {
  return type.kind === 'enum' || (type.kind === 'scalar' && type.name !== 'JSON')
}
