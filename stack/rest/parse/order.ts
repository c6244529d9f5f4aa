import type { At, OrderTerm } from './ast.ts'
import { fieldName, treePath } from './names.ts'
import { Scanner } from './scanner.ts'

/** Parses `order=` or `embed.order=`. */
export function parseOrder(key: string, text: string): At<OrderTerm[]> {
  const { path } = treePath(key)
  const scanner = new Scanner('order', text)
  const value: OrderTerm[] = []
  do {
    scanner.skipSpace()
    value.push(orderTerm(scanner))
    scanner.skipSpace()
  } while (scanner.take(','))
  return { path, value }
}

function orderTerm(scanner: Scanner): OrderTerm {
  const { relation, field } = orderedField(scanner)
  let direction: 'asc' | 'desc' | undefined
  let nulls: 'first' | 'last' | undefined
  if (scanner.take('.asc')) direction = 'asc'
  else if (scanner.take('.desc')) direction = 'desc'
  if (scanner.take('.nullsfirst')) nulls = 'first'
  else if (scanner.take('.nullslast')) nulls = 'last'
  const term = { relation, field, direction, nulls }
  scanner.skipSpace()
  if (scanner.done || scanner.looksAt(',')) return term
  return refuse(scanner, term)
}

/** Says what could have followed the term. */
function refuse(scanner: Scanner, { direction, nulls }: OrderTerm): never {
  const end = '"," or end of input'
  if (nulls) scanner.fail(end)
  if (scanner.take('.')) {
    if (direction) scanner.failUnlike('nullsfirst', '"nullsfirst" or "nullslast"')
    scanner.failUnlike('asc', '"asc", "desc", "nullsfirst" or "nullslast"')
  }
  return scanner.fail(`${direction ? '' : NAME_GOES_ON}delimiter (.), ${end}`)
}

const NAME_GOES_ON = 'letter, digit, "-", "->>", "->", '

function orderedField(scanner: Scanner): Pick<OrderTerm, 'relation' | 'field'> {
  const start = scanner.position
  const relation = scanner.name()
  if (scanner.take('(')) {
    const field = fieldName(scanner)
    if (scanner.take(')')) return { relation, field }
  }
  scanner.rewind(start)
  return { relation: undefined, field: fieldName(scanner) }
}
