import type { Shape } from '../openapi/model.ts'
import { objectNamed } from '../openapi/table.ts'
import type { Node } from '../tree/node.ts'
import { digitsOf } from '../tree/value.ts'

const VOWEL = /^[aeiou]/i
const PLURAL = /s$/

/** "an operation", "the responses". */
export function article(name: string): string {
  if (name === 'info') return 'the info'
  if (PLURAL.test(name)) return `the ${name}`
  return `${VOWEL.test(name) ? 'an' : 'a'} ${name}`
}

/** The same with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a value is, for a sentence. */
export function kindOf(node: Node): string {
  if (node.kind === 'map') return 'an object'
  if (node.kind === 'list') return 'a list'
  if (node.kind === 'alias') return 'an alias'
  if (node.value === null) return 'empty'
  if (digitsOf(node.value) !== null) return 'a number'
  return typeof node.value === 'boolean' ? String(node.value) : 'a text'
}

/** What a value must be, for a sentence. */
export function wordOf(shape: Shape): string {
  if (shape.is === 'object') return article(objectNamed(shape.name)?.name ?? 'object')
  if (shape.is === 'list') return 'a list'
  if (shape.is === 'map') return 'an object'
  if (shape.is === 'boolean') return 'true or false'
  if (shape.is === 'number') return 'a number'
  if (shape.is === 'integer') return 'a whole number'
  return shape.is === 'one' ? listed(shape.values) : 'a text'
}

/** `a`, `b` or `c`. */
export function listed(values: readonly string[]): string {
  const names = values.map((value) => `“${value}”`)
  return names.length < 2 ? (names[0] ?? 'nothing') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
