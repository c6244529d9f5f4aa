// Filters and paths (RFC 7644 §3.4.2.2, §3.5.2): a text to a tree, bounded in length, depth and size. Never to SQL.
import { invalid, type ScimType } from './errors.ts'
import { attributeIn, type Place, placeOf, type ResourceKind } from './schema.ts'

const mostCharacters = 2_000
const mostDepth = 12
const mostTerms = 60

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type Scalar = string | number | boolean | null

export type Filter =
  | { is: 'and' | 'or'; of: Filter[] }
  | { is: 'not'; of: Filter }
  | { is: 'present'; place: Place }
  | { is: Comparison; place: Place; value: Scalar }
  /** Some value of a list for which all of this holds. */
  | { is: 'some'; place: Place; of: Filter }

export interface Path {
  place: Place
  /** Which values of the list. */
  filter?: Filter
  /** The part of those values. */
  sub?: Place
}

/** A filter on resources of a kind. Throws invalidFilter. */
export function parseFilter(kind: ResourceKind, text: string): Filter {
  const reader = new Reader(text, 'invalidFilter')
  const parsed = either(reader, (name) => placeIn(kind, name, reader))
  reader.end()
  return parsed
}

/** What a change is of. Throws invalidPath. */
export function parsePath(kind: ResourceKind, text: string): Path {
  const reader = new Reader(text, 'invalidPath')
  const place = placeIn(kind, reader.word(), reader)
  if (!reader.takes('[')) {
    reader.end()
    return { place }
  }
  if (!place.list) throw reader.fault('only lists are filtered')
  const filter = either(reader, (name) => within(place, name, reader))
  reader.expect(']')
  if (reader.isAtEnd()) return { place, filter }
  const rest = reader.word()
  if (!rest.startsWith('.')) throw reader.fault(`nothing is expected at ${rest}`)
  reader.end()
  return { place, filter, sub: within(place, rest.slice(1), reader) }
}

function placeIn(kind: ResourceKind, name: string, reader: Reader): Place {
  const place = placeOf(kind, name)
  if (place === null || place === 'extension') throw reader.fault(`there is no attribute ${name}`)
  return place
}

function within(list: Place, name: string, reader: Reader): Place {
  const attribute = attributeIn(list.attribute.subAttributes ?? [], name)
  if (!attribute) throw reader.fault(`${list.attribute.name} has no ${name}`)
  return { path: [attribute.name], attribute }
}

type Find = (name: string) => Place

function either(reader: Reader, find: Find): Filter {
  const of = [both(reader, find)]
  while (reader.takesWord('or')) of.push(both(reader, find))
  return of.length === 1 && of[0] ? of[0] : { is: 'or', of }
}

function both(reader: Reader, find: Find): Filter {
  const of = [one(reader, find)]
  while (reader.takesWord('and')) of.push(one(reader, find))
  return of.length === 1 && of[0] ? of[0] : { is: 'and', of }
}

function one(reader: Reader, find: Find): Filter {
  if (reader.takesWord('not')) {
    reader.expect('(')
    return { is: 'not', of: inner(reader, find, ')') }
  }
  if (reader.takes('(')) return inner(reader, find, ')')
  reader.count()
  const name = reader.word()
  const place = find(name)
  if (reader.takes('[')) {
    if (!place.list) throw reader.fault('only lists are filtered')
    return { is: 'some', place, of: inner(reader, (part) => within(place, part, reader), ']') }
  }
  const operator = reader.word().toLowerCase()
  if (operator === 'pr') return { is: 'present', place }
  const is = comparisons.find((known) => known === operator)
  if (!is) throw reader.fault(`there is no operator ${operator}`)
  return { is, place: valued(place), value: reader.value() }
}

function inner(reader: Reader, find: Find, end: ')' | ']'): Filter {
  reader.deeper()
  const of = either(reader, find)
  reader.expect(end)
  reader.shallower()
  return of
}

// What is compared of a list without a part named is its value.
function valued(place: Place): Place {
  const { subAttributes } = place.attribute
  const attribute = subAttributes && attributeIn(subAttributes, 'value')
  return attribute ? { ...place, path: [...place.path, attribute.name], attribute } : place
}

class Reader {
  private readonly tokens: string[]
  private at = 0
  private depth = 0
  private terms = 0
  private readonly type: ScimType

  constructor(text: string, type: ScimType) {
    this.type = type
    if (text.length > mostCharacters) throw this.fault(`it has more than ${mostCharacters} characters`)
    this.tokens = text.match(/"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+|"/g) ?? []
  }

  fault(why: string) {
    return invalid(
      this.type,
      `This ${this.type === 'invalidPath' ? 'path' : 'filter'} cannot be read: ${why}.`.slice(0, 300),
    )
  }
  isAtEnd() {
    return this.at >= this.tokens.length
  }
  end() {
    if (!this.isAtEnd()) throw this.fault(`nothing is expected at ${this.tokens[this.at]}`)
  }
  takes(token: string) {
    if (this.tokens[this.at] !== token) return false
    this.at++
    return true
  }
  takesWord(word: string) {
    if (this.tokens[this.at]?.toLowerCase() !== word) return false
    this.at++
    return true
  }
  expect(token: string) {
    if (!this.takes(token)) throw this.fault(`${token} is expected`)
  }
  word(): string {
    const token = this.tokens[this.at++]
    if (token === undefined || /^["()[\]]/.test(token)) throw this.fault('a name is expected')
    return token
  }
  value(): Scalar {
    const token = this.tokens[this.at++] ?? ''
    // Entra ID writes booleans as it likes.
    const written = /^(true|false|null)$/i.test(token) ? token.toLowerCase() : token
    try {
      const value: unknown = JSON.parse(written)
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Scalar
    } catch {
      // Said below.
    }
    throw this.fault('a value is expected: a text in quotes, a number, true, false or null')
  }
  count() {
    if (++this.terms > mostTerms) throw this.fault(`it asks for more than ${mostTerms} things`)
  }
  deeper() {
    if (++this.depth > mostDepth) throw this.fault(`it is nested more than ${mostDepth} deep`)
  }
  shallower() {
    this.depth--
  }
}
