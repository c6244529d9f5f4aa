import type { RoutineArgument } from '../catalog/types.ts'
import { ident, type Params, qualified } from '../sql-text.ts'
import type { Call } from '../tree.ts'

/** The statement that calls a function: its rows, or one column `value` for anything without columns. */
export function callSql(call: Call, params: Params): string {
  const { list, from } = argumentsSql(call, params)
  const invocation = `${qualified(call.routine)}(${list})`
  if (call.routine.returns !== 'composite')
    return `select ${invocation} as value${from ? ` from ${from}` : ''}`
  return `select answer.* from ${from ? `${from}, lateral ` : ''}${invocation} as answer`
}

interface ArgumentsSql {
  list: string
  from: string
}

function argumentsSql({ arguments: given }: Call, params: Params): ArgumentsSql {
  switch (given.kind) {
    case 'none':
      return { list: '', from: '' }
    case 'body':
      return { list: `${params.bind(given.payload)}::${castType(given.arg)}`, from: '' }
    case 'texts':
      return {
        list: given.values
          .map(({ arg, text }) => namedArgument(arg, `${params.bind(text)}::${castType(arg)}`))
          .join(', '),
        from: '',
      }
    case 'json':
      return jsonArguments(given, params)
  }
}

type JsonArguments = Extract<Call['arguments'], { kind: 'json' }>

function jsonArguments({ payload, isArray, args }: JsonArguments, params: Params): ArgumentsSql {
  if (args.length === 0) return { list: '', from: '' }
  const types = args.map((arg) => `${ident(arg.name)} ${castType(arg)}`).join(', ')
  const [reader, first] = isArray ? ['json_to_recordset', ' limit 1'] : ['json_to_record', '']
  return {
    list: args.map((arg) => namedArgument(arg, `given.${ident(arg.name)}`)).join(', '),
    from: `(select * from ${reader}(${params.bind(payload)}::json) as fields(${types})${first}) as given`,
  }
}

/** Of these types a function does not know the length, and a cast without one would cut off all but one. */
const OPEN_TYPES: Record<string, string> = {
  bit: 'bit varying',
  'bit[]': 'bit varying[]',
  character: 'character varying',
  'character[]': 'character varying[]',
}

function castType({ sqlType }: RoutineArgument): string {
  return OPEN_TYPES[sqlType] ?? sqlType
}

function namedArgument(arg: RoutineArgument, sql: string): string {
  return `${arg.variadic ? 'variadic ' : ''}${ident(arg.name)} => ${sql}`
}
