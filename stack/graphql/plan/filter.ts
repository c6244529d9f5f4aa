import { type GraphQLInputObjectType, isInputObjectType } from 'graphql'
import type { Column } from '../../sql/catalog/types.ts'
import { patternProblem } from '../../sql/pattern.ts'
import type { Condition, FILTER_OPERATORS, Value } from '../../sql/tree.ts'
import { readNodeId } from '../encoded.ts'
import { GraphError } from '../errors.ts'
import { inputSource } from '../field-source.ts'
import { type Input, isObject } from '../json.ts'
import { LIMITS } from '../limits.ts'
import type { ColumnModel, TableModel } from '../model/table.ts'
import { boundText } from '../values.ts'
import type { Planner } from './planner.ts'

/** The conditions of a `filter` that has been checked against its type; all of them must hold. */
export function planFilter({ schema }: Planner, table: TableModel, filter: Input): Condition[] {
  const type = schema.getType(`${table.name}Filter`)
  if (!isInputObjectType(type)) return []
  return conditions(type, filter, 1)
}

function conditions(type: GraphQLInputObjectType, filter: Input, depth: number): Condition[] {
  if (depth > LIMITS.filterDepth) {
    throw new GraphError(`Filter depth exceeds the maximum allowed depth of ${LIMITS.filterDepth}`)
  }
  if (!isObject(filter)) return []
  const fields = type.getFields()
  return Object.entries(filter).flatMap(([name, value]) => {
    const field = fields[name]
    if (!field || value === null || value === undefined) return []
    const source = inputSource(field)
    if (source.kind === 'column') return columnConditions(source.column, value)
    if (source.kind === 'node-id') return nodeIdConditions(source.table, value)
    return logicConditions(type, name, value, depth)
  })
}

/** `and`, `or` and `not`; an inner filter that says nothing is left out. */
function logicConditions(
  type: GraphQLInputObjectType,
  name: string,
  value: Input,
  depth: number,
): Condition[] {
  const inner = (Array.isArray(value) ? value : [value])
    .map((one) => conditions(type, one, depth + 1))
    .filter((terms) => terms.length > 0)
    .map((terms): Condition => ({ kind: 'and', not: name === 'not', terms }))
  if (inner.length === 0) return []
  return [{ kind: name === 'or' ? 'or' : 'and', not: false, terms: inner }]
}

const REGULAR = new Set<keyof typeof FILTER_OPERATORS>(['regex', 'iregex'])

function columnConditions({ column }: ColumnModel, operators: Input): Condition[] {
  if (!isObject(operators)) return []
  const value = columnValue(column)
  return Object.entries(operators).flatMap(([name, operand]): Condition[] => {
    if (operand === undefined) return []
    if (name === 'is') return [{ kind: 'is', not: false, value, test: isTest(operand) }]
    if (name === 'in') return [inCondition(value, operand)]
    const operator = name as keyof typeof FILTER_OPERATORS
    const problem = REGULAR.has(operator) ? patternProblem(String(operand)) : undefined
    if (problem !== undefined) throw new GraphError(problem)
    return [{ kind: 'filter', not: false, value, operator, operand: boundText(operand) }]
  })
}

function columnValue(column: Column): Value {
  return { kind: 'column', column, path: [] }
}

/** A column has exactly this value. */
export function equals(column: Column, operand: string | null): Condition {
  return { kind: 'filter', not: false, value: columnValue(column), operator: 'eq', operand }
}

function inCondition(value: Value, operand: Input): Condition {
  if (Array.isArray(operand)) {
    return { kind: 'in', not: false, value, operands: operand.map((item) => String(item)) }
  }
  // Nothing is in null.
  return { kind: 'filter', not: false, value, operator: 'eq', operand: null }
}

function isTest(operand: Input): 'null' | 'not_null' {
  if (operand !== 'NULL' && operand !== 'NOT_NULL')
    throw new GraphError('Error transpiling Is filter value type')
  return operand === 'NULL' ? 'null' : 'not_null'
}

function nodeIdConditions(table: TableModel, operators: Input): Condition[] {
  const id = isObject(operators) ? operators.eq : undefined
  return id === undefined ? [] : keyConditions(table, readNodeId(id))
}

/** The row that a node id names; throws when it names a row of another table. */
export function keyConditions(table: TableModel, id: ReturnType<typeof readNodeId>): Condition[] {
  if (id.schema !== table.relation.schema || id.table !== table.relation.name)
    throw new GraphError('nodeId belongs to a different collection')
  if (id.key.length !== table.key.length)
    throw new GraphError('Invalid value passed to nodeId argument. Error 5')
  return table.key.map((column, index) => equals(column, id.key[index] ?? null))
}
