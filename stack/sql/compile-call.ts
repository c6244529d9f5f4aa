import type { RoutineArgument } from './catalog-types.ts'
import { ident, type Params, qualified } from './sql-text.ts'
import type { Call } from './tree.ts'

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
      return { list: `${params.bind(given.payload)}::${given.arg.sqlType}`, from: '' }
    case 'texts':
      return {
        list: given.values
          .map(({ arg, text }) => namedArgument(arg, `${params.bind(text)}::${arg.sqlType}`))
          .join(', '),
        from: '',
      }
    case 'json':
      return jsonArguments(given.payload, given.args, params)
  }
}

function jsonArguments(payload: string, args: RoutineArgument[], params: Params): ArgumentsSql {
  if (args.length === 0) return { list: '', from: '' }
  const types = args.map((arg) => `${ident(arg.name)} ${arg.sqlType}`).join(', ')
  return {
    list: args.map((arg) => namedArgument(arg, `given.${ident(arg.name)}`)).join(', '),
    from: `(select * from json_to_record(${params.bind(payload)}::json) as fields(${types})) as given`,
  }
}

function namedArgument(arg: RoutineArgument, sql: string): string {
  return `${arg.variadic ? 'variadic ' : ''}${ident(arg.name)} => ${sql}`
}
