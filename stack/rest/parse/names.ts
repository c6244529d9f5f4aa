import type { JsonStep } from '../../sql/tree.ts'
import type { FieldName } from './ast.ts'
import { Scanner } from './scanner.ts'

const INDEX = /-?\d+(?=->|::|[.,)]|$)/y
const DIGITS = /\d+/y
// Dashes join the parts of a key; one that begins an arrow ends it.
const KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y

/** A column with an optional path: `data->items->0->>name`. */
export function fieldName(scanner: Scanner): FieldName {
  scanner.skipSpace()
  const name = scanner.name()
  return { name, path: jsonPath(scanner) }
}

function jsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const asText = scanner.take('->>')
    if (!asText && !scanner.take('->')) return steps
    const index = scanner.match(INDEX)
    steps.push(index ? { index: Number(index[0]), asText } : { key: jsonKey(scanner), asText })
  }
}

/** A key of a JSON object: quoted, or anything but the characters that have a meaning of their own. */
function jsonKey(scanner: Scanner): string {
  if (scanner.looksAt('"')) return scanner.quoted()
  const key = scanner.match(KEY)?.[0].trim()
  if (key) return key
  if (!scanner.take('-')) scanner.fail('"-", digit or any non reserved character different from: .,>()')
  return scanner.match(DIGITS)
    ? scanner.fail('digit, "->", "::", ".", "," or end of input')
    : scanner.fail('digit')
}

/** The name a JSON value gets in the answer: the last key of its path. */
export function pathLabel(field: FieldName): string {
  const key = field.path.findLast((step) => 'key' in step)
  return key && 'key' in key ? key.key : field.name
}

/** `embed.embed.column`, as parameter names address what they are about. */
export function treePath(key: string): { path: string[]; field: FieldName } {
  const scanner = new Scanner('tree path', key)
  const names = [scanner.name()]
  while (scanner.take('.')) names.push(scanner.name())
  const path = jsonPath(scanner)
  if (!scanner.done) scanner.fail('"->" or "->>" or delimiter (.) or end of input')
  const name = names.pop() ?? ''
  return { path: names, field: { name, path } }
}

/** Names separated by commas: `columns`, `on_conflict`. */
export function nameList(subject: string, text: string): string[] {
  const scanner = new Scanner(subject, text)
  const names: string[] = []
  do {
    scanner.skipSpace()
    names.push(scanner.name())
    scanner.skipSpace()
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('"," or end of input')
  return names
}
