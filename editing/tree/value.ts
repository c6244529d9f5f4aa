import { exactDigits } from '../../analysis/parse/exact-number.ts'
import { MAX_DEPTH, type Member, type Node, Refusal, type ScalarValue } from './node.ts'

const NOWHERE = { from: 0, to: 0 }

/** An own property under any name, `__proto__` too. */
export function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

/** What a form gives, as a node without a place. Throws Refusal for what no JSON value is. */
export function nodeOf(value: unknown, depth = 0): Node {
  if (depth > MAX_DEPTH)
    throw new Refusal('not_safe', `The value is nested more than ${MAX_DEPTH} levels deep.`)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => nodeOf(item === undefined ? null : item, depth + 1))
    return { kind: 'list', flow: false, items, dashes: [], ...NOWHERE }
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([key, item]): Member[] =>
      item === undefined ? [] : [memberFor(key, nodeOf(item, depth + 1))],
    )
    return { kind: 'map', flow: false, members, ...NOWHERE }
  }
  return { kind: 'scalar', style: 'plain', value: scalarOf(value), ...NOWHERE }
}

/** A member without a place. */
export function memberFor(key: string, value: Node): Member {
  return { key, keyFrom: 0, keyTo: 0, keyStyle: 'plain', value }
}

function scalarOf(value: unknown): ScalarValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? 0 : value
  throw new Refusal('not_safe', 'The value is none that JSON or YAML can say.')
}

/** The digits of a number as they are written, null for a scalar that is none. */
export function digitsOf(value: ScalarValue): string | null {
  return typeof value === 'number' ? String(value) : exactDigits(value)
}
