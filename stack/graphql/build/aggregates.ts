import { GraphQLNonNull, type GraphQLObjectType, type GraphQLOutputType } from 'graphql'
import type { AggregateFunction } from '../../sql/tree-graph.ts'
import { SCALARS } from '../model/scalars.ts'
import type { ColumnModel, TableModel } from '../model/table.ts'
import { field } from './field.ts'
import type { GraphTypes } from './graph-types.ts'

const WORDS = {
  sum: { part: 'Sum', term: 'summation', of: 'Sum', about: 'Summation aggregates for numeric fields' },
  avg: { part: 'Avg', term: 'average', of: 'Average', about: 'Average aggregates for numeric fields' },
  min: { part: 'Min', term: 'minimum', of: 'Minimum', about: 'Minimum aggregates for comparable fields' },
  max: { part: 'Max', term: 'maximum', of: 'Maximum', about: 'Maximum aggregates for comparable fields' },
} as const

const FUNCTIONS: AggregateFunction[] = ['sum', 'avg', 'min', 'max']

/** count, and the functions that have a column to work on. */
export function aggregateFields(table: TableModel, types: GraphTypes) {
  const fields = FUNCTIONS.flatMap((name) => {
    const result = resultType(table, name, types)
    return result
      ? [[name, field(result, { kind: 'aggregate-function', function: name }, WORDS[name].about)] as const]
      : []
  })
  return {
    count: field(
      new GraphQLNonNull(SCALARS.Int),
      { kind: 'count' },
      'The number of records matching the query',
    ),
    ...Object.fromEntries(fields),
  }
}

function resultType(
  table: TableModel,
  name: AggregateFunction,
  types: GraphTypes,
): GraphQLObjectType | undefined {
  const { part, term, of } = WORDS[name]
  const columns = table.columns.flatMap((column) => {
    const type = column.selectable ? aggregateType(column, name) : undefined
    return type ? [{ column, type }] : []
  })
  if (columns.length === 0) return undefined
  return types.object(table, `${part}AggregateResult`, {
    description: `Result of ${term} aggregation for \`${table.name}\``,
    fields: Object.fromEntries(
      columns.map(({ column, type }) => [
        column.field,
        field(type, { kind: 'column', column }, `${of} of ${column.field} across all matching records`),
      ]),
    ),
  })
}

const INTEGERS = ['int2', 'int4', 'int8']
const NUMBERS = [...INTEGERS, 'float4', 'float8', 'numeric', 'money']
const TEXTS = ['text', 'varchar', 'char', 'bpchar', 'name', 'citext']

const EXTREMES: Record<string, GraphQLOutputType> = {
  int2: SCALARS.Int,
  int4: SCALARS.Int,
  int8: SCALARS.BigInt,
  float4: SCALARS.BigFloat,
  float8: SCALARS.BigFloat,
  numeric: SCALARS.BigFloat,
  money: SCALARS.Opaque,
  date: SCALARS.Date,
  time: SCALARS.Time,
  timetz: SCALARS.Time,
  timestamp: SCALARS.Datetime,
  timestamptz: SCALARS.Datetime,
  bool: SCALARS.Boolean,
}

/** What a function makes of a column; undefined where it makes nothing. */
function aggregateType({ type }: ColumnModel, name: AggregateFunction): GraphQLOutputType | undefined {
  if (type.kind !== 'scalar') return undefined
  if (name === 'sum' && INTEGERS.includes(type.sqlName)) return SCALARS.BigInt
  if (name === 'sum' || name === 'avg') return NUMBERS.includes(type.sqlName) ? SCALARS.BigFloat : undefined
  return TEXTS.includes(type.sqlName) ? SCALARS.String : EXTREMES[type.sqlName]
}
