import { patternRefused } from '../../data-api/errors.ts'
import { patternProblem } from '../../sql/pattern.ts'
import { IS_VALUES, OPERATORS, type Operator, TEXT_SEARCH } from '../../sql/tree.ts'
import type { At, Filter, Logic, Operation, QueryParameters } from './ast.ts'
import { fieldName, treePath } from './names.ts'
import { Scanner } from './scanner.ts'

const MAX_DEPTH = 20
const WORD = /[a-z]+/y
const QUANTIFIER = /\((any|all)\)/y
const LANGUAGE = /\(([\p{L}\p{N}_ $]+)\)/uy
const IS_WORD = /[A-Za-z_]+/y
const ARRAY = /\{[^{}]*\}/y
const QUANTIFIABLE = new Set<Operator>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const REGULAR = new Set<Operator>(['match', 'imatch'])
const GROUP = /(not\.)?(and|or)[ \t]*\(/y
const LOGIC = 'logic operator (and, or)'
const EXPECTED = 'operator (eq, gt, ...)'

/** Parses `column=op.value`, where `column` may be inside embeds. */
export function parseFilter(key: string, text: string): At<Filter> {
  const { path, field } = treePath(key)
  const scanner = new Scanner('filter', text)
  const { not, operation } = negatable(scanner, wholeValue)
  if (!scanner.done) scanner.fail('end of input')
  return { path, value: { kind: 'filter', field, not, operation } }
}

/** On `GET /rpc/…` only what reads as an operator is a filter; the rest are arguments. */
export function looksLikeFilter(key: string, text: string): boolean {
  if (key.includes('.')) return true
  const [word = ''] = text.split(/[.(]/, 1)
  if (!/[.(]/.test(text)) return false
  return (
    word === 'not' ||
    word === 'in' ||
    word === 'is' ||
    Object.hasOwn(OPERATORS, word) ||
    Object.hasOwn(TEXT_SEARCH, word)
  )
}

/** Parses `and=(…)`, `or=(…)`, `not.or=(…)`, `embed.or=(…)`. */
export function parseLogic(key: string, text: string): At<Logic> {
  const path = treePath(key)
  const names = [...path.path, path.field.name]
  const operator = names.pop()
  const not = names.includes('not')
  const scanner = new Scanner('logic tree', `${not ? 'not.' : ''}${operator}${text}`, text)
  // What follows the closing parenthesis is not looked at, as upstream's own tests have it.
  const value = logicTree(scanner, 0)
  return { path: names.filter((name) => name !== 'not'), value }
}

function logicTree(scanner: Scanner, depth: number): Logic {
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} nested conditions`)
  scanner.skipSpace()
  const start = scanner.position
  const group = scanner.match(GROUP)
  if (group)
    return { kind: group[2] as 'and' | 'or', not: group[1] !== undefined, terms: logicTerms(scanner, depth) }
  try {
    const field = fieldName(scanner)
    scanner.expect('.', 'delimiter (.)')
    return { kind: 'filter', field, ...negatable(scanner, valueInList) }
  } catch (error) {
    const reached = scanner.position
    scanner.rewind(start)
    refuseGroup(scanner, reached)
    throw error
  }
}

/** What is no filter and begins like a group is refused as one, as are parentheses with nothing in them. */
function refuseGroup(scanner: Scanner, reached: number): void {
  const start = scanner.position
  const not = scanner.take('not.')
  if (scanner.take('and') || scanner.take('or')) scanner.fail('"("')
  if (not) scanner.failUnlike('and', LOGIC)
  if (reached === start) scanner.fail(`field name (* or [a..z0..9_$]), negation operator (not) or ${LOGIC}`)
}

function logicTerms(scanner: Scanner, depth: number): Logic[] {
  const terms: Logic[] = []
  do {
    terms.push(logicTree(scanner, depth + 1))
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.skipSpace()
  return terms
}

type ReadValue = (scanner: Scanner) => string

function negatable(scanner: Scanner, readValue: ReadValue): { not: boolean; operation: Operation } {
  const not = scanner.take('not.')
  return { not, operation: operation(scanner, readValue) }
}

function operation(scanner: Scanner, readValue: ReadValue): Operation {
  const start = scanner.position
  const word = scanner.match(WORD)?.[0] ?? ''
  if (word === 'in' && scanner.take('.')) return { kind: 'in', operands: valueList(scanner) }
  if (word === 'is' && scanner.take('.')) return { kind: 'is', test: isTest(scanner) }
  if (Object.hasOwn(TEXT_SEARCH, word)) return search(scanner, word as keyof typeof TEXT_SEARCH, readValue)
  if (Object.hasOwn(OPERATORS, word)) return comparison(scanner, word as Operator, readValue)
  scanner.rewind(start)
  return refuseOperator(scanner)
}

function refuseOperator(scanner: Scanner): never {
  const begun = [...Object.keys(OPERATORS), ...Object.keys(TEXT_SEARCH), 'in', 'is']
    .filter((word) => scanner.looksAt(word))
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
  if (begun === '') scanner.failUnlike('not', `"not" or ${EXPECTED}`)
  scanner.take(begun)
  return scanner.fail(EXPECTED)
}

/** The point between an operator and its value; behind an opening parenthesis stood no known modifier. */
function expectPoint(scanner: Scanner, modifiable: boolean): void {
  if (scanner.take('.')) return
  if (modifiable) scanner.take('(')
  scanner.fail(EXPECTED)
}

function comparison(scanner: Scanner, operator: Operator, readValue: ReadValue): Operation {
  const quantifier = QUANTIFIABLE.has(operator)
    ? (scanner.match(QUANTIFIER)?.[1] as 'any' | 'all' | undefined)
    : undefined
  expectPoint(scanner, QUANTIFIABLE.has(operator))
  const operand = readValue(scanner)
  const problem = REGULAR.has(operator) ? patternProblem(operand) : undefined
  if (problem !== undefined) throw patternRefused(problem)
  return { kind: 'compare', operator, quantifier, operand }
}

function search(scanner: Scanner, reader: keyof typeof TEXT_SEARCH, readValue: ReadValue): Operation {
  const language = scanner.match(LANGUAGE)?.[1]
  expectPoint(scanner, true)
  return { kind: 'search', reader, language, query: readValue(scanner) }
}

function isTest(scanner: Scanner): keyof typeof IS_VALUES {
  const start = scanner.position
  const word = scanner.match(IS_WORD)?.[0].toLowerCase() ?? ''
  if (Object.hasOwn(IS_VALUES, word)) return word as keyof typeof IS_VALUES
  scanner.rewind(start)
  scanner.rewind(start + Math.max(...Object.keys(IS_VALUES).map((value) => scanner.likeness(value))))
  return scanner.fail('isVal: (null, not_null, true, false, unknown)')
}

function valueList(scanner: Scanner): string[] {
  scanner.skipSpace()
  scanner.expect('(')
  scanner.skipSpace()
  const values: string[] = []
  do {
    values.push(listElement(scanner))
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.skipSpace()
  // One empty value is how upstream writes the empty list, quoted or not.
  return values.length === 1 && values[0] === '' ? [] : values
}

function listElement(scanner: Scanner): string {
  return quotedElement(scanner) ?? scanner.until(',)')
}

/** A quoted value counts as quoted only when nothing follows before the next comma. */
function quotedElement(scanner: Scanner): string | undefined {
  if (!scanner.looksAt('"')) return undefined
  const start = scanner.position
  const closing = /"(?:[^"\\]|\\.)*"(?=[,)]|$)/sy
  if (!scanner.match(closing)) return undefined
  scanner.rewind(start)
  return scanner.quoted()
}

function wholeValue(scanner: Scanner): string {
  return scanner.rest()
}

function valueInList(scanner: Scanner): string {
  const quoted = quotedElement(scanner)
  if (quoted !== undefined) return quoted
  return scanner.match(ARRAY)?.[0] ?? scanner.until(',)')
}

/** Whether one of the filters looks for an expression or words, which may take as long as a request lasts. */
export function searchesText({ filters, logic }: Pick<QueryParameters, 'filters' | 'logic'>): boolean {
  return [...filters, ...logic].some(({ value }) => isSearch(value))
}

function isSearch(logic: Logic): boolean {
  if (logic.kind !== 'filter') return logic.terms.some(isSearch)
  const { operation } = logic
  return operation.kind === 'search' || (operation.kind === 'compare' && REGULAR.has(operation.operator))
}
