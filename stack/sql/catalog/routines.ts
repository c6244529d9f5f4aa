import type { RoutineRow } from './rows.ts'
import type { Column, Relation, Routine, RoutineArgument } from './types.ts'

const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const

export interface LoadedRoutine {
  routine: Routine
  /** The relation whose row is the function's only argument: the function is a computed column or relationship. */
  rowOf: Relation | undefined
}

/** Functions with their arguments and the shape of their answer. */
export function loadRoutine(row: RoutineRow, relations: Map<number, Relation>): LoadedRoutine {
  const modes = row.arg_types.map((_, index) => row.arg_modes[index] ?? 'i')
  const args = inputArguments(row, modes)
  const columns = outputColumns(row, modes)
  const named = relations.get(Number(row.return_relation))
  const composite = columns.length > 0 || named !== undefined
  const routine: Routine = {
    schema: row.schema,
    name: row.name,
    args,
    returns: row.return_type === 'void' ? 'void' : composite ? 'composite' : 'scalar',
    returnsSet: row.returns_set,
    returnType: row.return_type,
    row: composite ? (named ?? anonymousRow(row, columns)) : undefined,
    volatility: VOLATILITY[row.volatility],
    estimatedRows: row.rows,
    statementTimeout: setting(row.config, 'statement_timeout'),
    description: row.description ?? undefined,
    media: row.media_type === null ? undefined : { mediaType: row.media_type, binary: row.media_binary },
  }
  return { routine, rowOf: args.length === 1 ? relations.get(Number(row.first_arg_relation)) : undefined }
}

function inputArguments(row: RoutineRow, modes: string[]): RoutineArgument[] {
  const inputs = row.arg_types
    .map((sqlType, index) => ({ sqlType, name: row.arg_names[index] ?? '', mode: modes[index] }))
    .filter((arg) => arg.mode === 'i' || arg.mode === 'b' || arg.mode === 'v')
  const firstOptional = inputs.length - row.defaults
  return inputs.map((arg, index) => ({
    name: arg.name,
    sqlType: arg.sqlType,
    variadic: arg.mode === 'v',
    required: index < firstOptional && arg.mode !== 'v',
  }))
}

function outputColumns(row: RoutineRow, modes: string[]): Column[] {
  return row.arg_types.flatMap((sqlType, index) =>
    modes[index] === 'o' || modes[index] === 't' || modes[index] === 'b'
      ? [plainColumn(row.arg_names[index] || `column${index + 1}`, sqlType, index)]
      : [],
  )
}

function plainColumn(name: string, sqlType: string, index: number): Column {
  return {
    name,
    position: index + 1,
    sqlType,
    baseType: sqlType,
    nullable: true,
    defaultSql: undefined,
    maxLength: undefined,
    enumValues: [],
    description: undefined,
    representation: undefined,
  }
}

function anonymousRow(row: RoutineRow, columns: Column[]): Relation {
  return {
    oid: 0,
    schema: row.schema,
    name: row.name,
    kind: 'view',
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: [],
    insertable: false,
    updatable: false,
    deletable: false,
    description: undefined,
    computed: new Map(),
  }
}

function setting(config: string[] | null, name: string): string | undefined {
  const found = config?.find((entry) => entry.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
