import type { At, OrderTerm } from './ast.ts'
import { fieldName, treePath } from './parse-names.ts'
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
  if (!scanner.done) scanner.fail('delimiter (.) or "," or end of input')
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
  if (scanner.take('.')) {
    scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"')
  }
  return { relation, field, direction, nulls }
}

function orderedField(scanner: Scanner): Pick<OrderTerm, 'relation' | 'field'> {
  const start = scanner.position
  const relation = scanner.name()
  if (scanner.take('(')) {
    const field = fieldName(scanner)
    scanner.expect(')')
    return { relation, field }
  }
  scanner.rewind(start)
  return { relation: undefined, field: fieldName(scanner) }
}
