import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLNonNull,
  type GraphQLOutputType,
} from 'graphql'
import type { GraphArgument } from '../../sql/graph/types.ts'
import type { ArgumentModel, FunctionModel } from '../model/functions.ts'
import type { RoleModel } from '../model/role.ts'
import { field } from './field.ts'
import type { TypeStore } from './type-store.ts'

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
  const value = required ? undefined : simpleDefault(fact)
  return {
    type: required ? new GraphQLNonNull(own) : own,
    ...(value !== undefined && { defaultValue: value }),
  }
}

const INTEGERS = [21, 23]
const FLOATS = [700, 701]

/** The defaults that pg_graphql shows: an integer, a float, a truth or a text; Postgres itself applies them. */
function simpleDefault({ typeOid, defaultSql = '' }: GraphArgument): string | number | boolean | undefined {
  if (INTEGERS.includes(typeOid)) return /^\d+$/.test(defaultSql) ? Number(defaultSql) : undefined
  if (FLOATS.includes(typeOid)) return /^\d+(\.\d+)?$/.test(defaultSql) ? Number(defaultSql) : undefined
  if (defaultSql === 'true' || defaultSql === 'false') return defaultSql === 'true'
  return /^'((?:[^']|'')*)'::text$/.exec(defaultSql)?.[1]?.replaceAll("''", "'")
}
