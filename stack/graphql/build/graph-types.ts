import type { GraphQLObjectType, GraphQLOutputType } from 'graphql'
import type { RoleModel } from '../model/role.ts'
import type { TableModel } from '../model/table.ts'
import type { ValueType } from '../model/value-types.ts'
import type { InputTypes } from './inputs.ts'

export type ObjectConfig = Omit<ConstructorParameters<typeof GraphQLObjectType>[0], 'name' | 'extensions'>

/** The types of one schema, as the fields that are made of them need them. */
export interface GraphTypes {
  readonly model: RoleModel
  readonly inputs: InputTypes
  /** What a value is in answers. */
  output(type: ValueType): GraphQLOutputType
  row(table: TableModel): GraphQLObjectType
  connection(table: TableModel): GraphQLObjectType
  /** An object type named after its table. */
  object(table: TableModel, suffix: string, config: ObjectConfig): GraphQLObjectType
}
