import { arrayLiteral, type Params } from '../sql-text.ts'
import { type Condition, type Embed, FILTER_OPERATORS, IS_VALUES, OPERATORS, TEXT_SEARCH } from '../tree.ts'
import { type Rows, valueSql, valueType } from './values.ts'

/** How a statement asks whether an embed has rows: by its join, or by a subquery where nothing is joined. */
export type EmbedTest = (embed: Embed, exists: boolean) => string

/** SQL of conditions that must all hold; empty when there are none. */
export function conditionsSql(
  conditions: Condition[],
  rows: Rows,
  params: Params,
  embedTest: EmbedTest,
): string[] {
  return conditions.map((condition) => conditionSql(condition, rows, params, embedTest))
}

function conditionSql(condition: Condition, rows: Rows, params: Params, embedTest: EmbedTest): string {
  if (condition.kind === 'no-row') return embedTest(condition.embed, condition.not)
  const positive = positiveSql(condition, rows, params, embedTest)
  return condition.not ? `not (${positive})` : positive
}

type Positive = Exclude<Condition, { kind: 'no-row' }>

function positiveSql(condition: Positive, rows: Rows, params: Params, embedTest: EmbedTest): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `(${conditionsSql(condition.terms, rows, params, embedTest).join(` ${condition.kind} `)})`
    case 'compare':
      return comparisonSql(condition, rows, params)
    case 'filter':
      return `${valueSql(condition.value, rows, params)} ${FILTER_OPERATORS[condition.operator]} ${params.bind(condition.operand)}`
    case 'in':
      return `${valueSql(condition.value, rows, params)} = any (${listSql(condition, params)})`
    case 'is':
      return `${valueSql(condition.value, rows, params)} is ${IS_VALUES[condition.test]}`
    case 'search':
      return searchSql(condition, rows, params)
  }
}

type Compare = Extract<Condition, { kind: 'compare' }>

function comparisonSql(condition: Compare, rows: Rows, params: Params): string {
  const { operator, quantifier } = condition
  const pattern = operator === 'like' || operator === 'ilike'
  const operand = params.bind(pattern ? condition.operand.replaceAll('*', '%') : condition.operand)
  const read = condition.parser === undefined || pattern ? operand : `${condition.parser}(${operand})`
  const right = quantifier ? `${quantifier} (${operand})` : read
  return `${valueSql(condition.value, rows, params)} ${OPERATORS[operator]} ${right}`
}

type In = Extract<Condition, { kind: 'in' }>

function listSql({ operands, parser }: In, params: Params): string {
  if (parser === undefined || operands.length === 0) return params.bind(arrayLiteral(operands))
  return `array[${operands.map((operand) => `${parser}(${params.bind(operand)})`).join(', ')}]`
}

type Search = Extract<Condition, { kind: 'search' }>

function searchSql(condition: Search, rows: Rows, params: Params): string {
  const language = condition.language === undefined ? '' : `${params.bind(condition.language)}::regconfig, `
  const value = valueSql(condition.value, rows, params)
  const isVector = valueType(condition.value) === 'tsvector' && condition.value.path.length === 0
  const vector = isVector ? value : `to_tsvector(${language}${value})`
  return `${vector} @@ ${TEXT_SEARCH[condition.reader]}(${language}${params.bind(condition.query)})`
}
