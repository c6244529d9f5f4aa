import type { Routine, RoutineArgument } from '../../sql/catalog/types.ts'
import { itemSchema, type Titled, typeSchema } from './types.ts'

const PRODUCES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
]

/** The path of a function: GET only for one that cannot write. */
export function routinePath(routine: Routine, titled: Titled): Record<string, unknown> {
  const about = {
    tags: [`(rpc) ${routine.name}`],
    ...titled,
    produces: PRODUCES,
    responses: { 200: { description: 'OK' } },
  }
  const args = routine.args.filter(({ name }) => name !== '')
  const body = { name: 'args', required: true, in: 'body', schema: argumentsSchema(routine, args) }
  const post = { ...about, parameters: [body, { $ref: '#/parameters/preferParams' }] }
  if (routine.volatility === 'volatile') return { post }
  return { get: { ...about, parameters: args.map(queryParameter) }, post }
}

function argumentsSchema({ description }: Routine, args: RoutineArgument[]): Record<string, unknown> {
  const required = args.filter((arg) => arg.required).map(({ name }) => name)
  return {
    type: 'object',
    ...(description && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(args.map((arg) => [arg.name, typeSchema(arg.sqlType)])),
  }
}

/** An array is one literal; of a variadic argument every element is a parameter of its own. */
function queryParameter({ name, sqlType, required, variadic }: RoutineArgument): Record<string, unknown> {
  const about = { name, required, in: 'query' }
  if (variadic) {
    const items = { ...itemSchema(sqlType), format: sqlType.replace(/\[\]$/, '') }
    return { ...about, type: 'array', items, collectionFormat: 'multi' }
  }
  const { type } = typeSchema(sqlType)
  return { ...about, type: type === undefined || type === 'array' ? 'string' : type, format: sqlType }
}
