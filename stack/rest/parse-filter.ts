import { IS_VALUES, OPERATORS, type Operator, TEXT_SEARCH } from '../sql/tree.ts'
import type { At, Filter, Logic, Operation } from './ast.ts'
import { fieldName, treePath } from './parse-names.ts'
import { Scanner } from './scanner.ts'

const MAX_DEPTH = 20
const WORD = /[a-z]+/y
const QUANTIFIER = /\((any|all)\)/y
const LANGUAGE = /\(([\p{L}\p{N}_ $]+)\)/uy
const IS_WORD = /[A-Za-z_]+/y
const ARRAY = /\{[^{}]*\}/y
const QUANTIFIABLE = new Set<Operator>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
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
  const value = logicTree(scanner, 0)
  if (!scanner.done) scanner.fail('end of input')
  return { path: names.filter((name) => name !== 'not'), value }
}

function logicTree(scanner: Scanner, depth: number): Logic {
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} nested conditions`)
  scanner.skipSpace()
  const start = scanner.position
  const not = scanner.take('not.')
  const kind = scanner.take('and(') ? 'and' : scanner.take('or(') ? 'or' : undefined
  if (kind) return { kind, not, terms: logicTerms(scanner, depth) }
  scanner.rewind(start)
  const field = fieldName(scanner)
  scanner.expect('.')
  return { kind: 'filter', field, ...negatable(scanner, valueInList) }
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
  return scanner.fail(`"not" or ${EXPECTED}`)
}

function comparison(scanner: Scanner, operator: Operator, readValue: ReadValue): Operation {
  const quantifier = QUANTIFIABLE.has(operator)
    ? (scanner.match(QUANTIFIER)?.[1] as 'any' | 'all' | undefined)
    : undefined
  if (!scanner.take('.')) scanner.fail('delimiter (.)')
  return { kind: 'compare', operator, quantifier, operand: readValue(scanner) }
}

function search(scanner: Scanner, reader: keyof typeof TEXT_SEARCH, readValue: ReadValue): Operation {
  const language = scanner.match(LANGUAGE)?.[1]
  if (!scanner.take('.')) scanner.fail('delimiter (.)')
  return { kind: 'search', reader, language, query: readValue(scanner) }
}

function isTest(scanner: Scanner): keyof typeof IS_VALUES {
  const start = scanner.position
  const word = scanner.match(IS_WORD)?.[0].toLowerCase() ?? ''
  if (Object.hasOwn(IS_VALUES, word)) return word as keyof typeof IS_VALUES
  scanner.rewind(start)
  return scanner.fail('isVal: (null, not_null, true, false, unknown)')
}

function valueList(scanner: Scanner): string[] {
  scanner.skipSpace()
  scanner.expect('(')
  if (scanner.take(')')) return []
  const values: string[] = []
  do {
    values.push(listElement(scanner))
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.skipSpace()
  return values
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
