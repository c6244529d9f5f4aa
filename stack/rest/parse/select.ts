import type { AggregateName } from '../../sql/tree.ts'
import type { SelectItem } from './ast.ts'
import { fieldName } from './names.ts'
import { Scanner } from './scanner.ts'

const MAX_DEPTH = 8
const AGGREGATE = /\.(avg|count|max|min|sum)\(\)/y
const EMBED = /(?:![^!(,]*)*\(/y
const TYPE = /[\p{L}\p{N}_ $]+/uy

/** Parses `select=`. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text)
  const items = selectItems(scanner, 0)
  if (!scanner.done) scanner.fail('"," or end of input')
  return items
}

function selectItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} nested embeds`)
  scanner.skipSpace()
  if (scanner.done || scanner.looksAt(')')) return []
  const items: SelectItem[] = []
  do {
    items.push(selectItem(scanner, depth))
    scanner.skipSpace()
  } while (scanner.take(','))
  return items
}

function selectItem(scanner: Scanner, depth: number): SelectItem {
  scanner.skipSpace()
  if (scanner.take('...')) return relation(scanner, depth, undefined, true)
  if (scanner.take('*')) return star(scanner)
  const alias = aliasBefore(scanner)
  if (scanner.take('count()')) return countRows(scanner, alias)
  const start = scanner.position
  scanner.skipSpace()
  scanner.name()
  const isRelation = scanner.match(EMBED) !== null
  scanner.rewind(start)
  return isRelation ? relation(scanner, depth, alias, false) : field(scanner, alias)
}

function star(scanner: Scanner): SelectItem {
  endOfItem(scanner, '')
  const field = { name: '*', path: [] }
  return { kind: 'field', field, alias: undefined, cast: undefined, aggregate: undefined }
}

function endOfItem(scanner: Scanner, orElse: string): void {
  scanner.skipSpace()
  if (scanner.done || scanner.looksAt(',') || scanner.looksAt(')')) return
  scanner.fail(`${orElse}")", "," or end of input`)
}

/** Consumes `alias:` when it is there; `::` is a cast. */
function aliasBefore(scanner: Scanner): string | undefined {
  const start = scanner.position
  const name = scanner.name()
  if (scanner.looksAt(':') && !scanner.looksAt('::')) {
    scanner.take(':')
    scanner.skipSpace()
    return name
  }
  scanner.rewind(start)
  return undefined
}

function field(scanner: Scanner, alias: string | undefined): SelectItem {
  const name = fieldName(scanner)
  const cast = castAfter(scanner)
  const aggregate = aggregateAfter(scanner)
  endOfItem(scanner, 'letter, digit, "-", "->>", "->", "::", ".", ')
  return { kind: 'field', field: name, alias, cast, aggregate }
}

function countRows(scanner: Scanner, alias: string | undefined): SelectItem {
  const aggregate = { name: 'count' as const, cast: castAfter(scanner) }
  return { kind: 'field', field: { name: '*', path: [] }, alias, cast: undefined, aggregate }
}

function castAfter(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined
  const type = scanner.match(TYPE)
  if (!type) scanner.fail('letter or digit')
  return type[0].trim()
}

function aggregateAfter(scanner: Scanner): { name: AggregateName; cast: string | undefined } | undefined {
  const found = scanner.match(AGGREGATE)
  if (!found) return undefined
  return { name: found[1] as AggregateName, cast: castAfter(scanner) }
}

function relation(scanner: Scanner, depth: number, alias: string | undefined, spread: boolean): SelectItem {
  const name = scanner.name()
  const modifiers: string[] = []
  while (modifiers.length < 2 && scanner.take('!')) modifiers.push(scanner.name())
  const join = modifiers.find((modifier) => modifier === 'inner' || modifier === 'left') ?? 'left'
  const hint = modifiers.find((modifier) => modifier !== 'inner' && modifier !== 'left')
  scanner.expect('(')
  const items = selectItems(scanner, depth + 1)
  scanner.expect(')')
  return { kind: 'relation', name, alias, hint, join, spread, items }
}
