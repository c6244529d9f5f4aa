import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLNonNull,
  type GraphQLOutputType,
} from 'graphql'
import type { TypeStore } from './build-types.ts'
import { field } from './field.ts'
import type { RoleModel } from './model.ts'
import type { ArgumentModel, FunctionModel } from './model-functions.ts'

/** The functions that are fields of Query (they only read) or of Mutation (they are volatile). */
export function functionFields(
  model: RoleModel,
  types: TypeStore,
  volatile: boolean,
): [string, GraphQLFieldConfig<unknown, unknown>][] {
  return model.functions
    .filter((one) => !one.extends && one.fact.volatile === volatile)
    .map((one) => [
      one.field,
      {
        ...field(returnType(one, types), { kind: 'function', model: one }, one.description),
        args: callArguments(one, types),
      },
    ])
}

function returnType({ returns }: FunctionModel, types: TypeStore): GraphQLOutputType {
  if (returns.kind === 'rows') return types.connection(returns.table)
  return returns.kind === 'row' ? types.row(returns.table) : types.output(returns.type)
}

function callArguments({ args, returns }: FunctionModel, types: TypeStore): GraphQLFieldConfigArgumentMap {
  return {
    ...Object.fromEntries(args.map((arg) => [arg.name, callArgument(arg, types)])),
    ...(returns.kind === 'rows' && types.inputs.connectionArguments(returns.table)),
  }
}

function callArgument({ fact, type }: ArgumentModel, types: TypeStore) {
  const own = types.inputs.input(type)
  const required = fact.defaultSql === undefined
  const value = required ? undefined : simpleDefault(fact.defaultSql ?? '')
  return {
    type: required ? new GraphQLNonNull(own) : own,
    ...(value !== undefined && { defaultValue: value }),
  }
}

/** The defaults that can be shown: a number, a text or a truth; Postgres itself applies them. */
function simpleDefault(sql: string): string | number | boolean | undefined {
  if (sql === 'true' || sql === 'false') return sql === 'true'
  if (/^-?\d+(\.\d+)?$/.test(sql)) return Number(sql)
  const text = /^'((?:[^']|'')*)'::(?:text|character varying|bpchar)$/.exec(sql)?.[1]
  return text?.replaceAll("''", "'")
}
