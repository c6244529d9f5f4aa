// A JSON Schema as a nested list of Markdown: what a reader without our page needs of it, bounded in depth and length.
import { unescapeSegment } from '../../../../analysis/json.ts'
import { type Fields, fieldsOf, isFields, listOf, oneLine, textOf } from './read.ts'

const mostDepth = 5
const mostLines = 300
// What writes no line costs as well: an allOf of two that are allOfs of two.
const mostVisits = 5_000
const bundlePointer = '#/__bundled__/'

interface Place {
  /** Schemas that came along with the node, by key. */
  bundle: Fields
  lines: string[]
  /** How many schemas may still be looked at, shared by all places of one text. */
  budget: { left: number }
  /** Names of the bundled schemas on the way here: what refers to itself is named, not unfolded. */
  around: readonly string[]
}

/** The lines of a schema; empty where it says nothing. */
export function schemaText(schema: unknown, bundle: unknown): string {
  const place: Place = { bundle: fieldsOf(bundle), lines: [], budget: { left: mostVisits }, around: [] }
  const { schema: found, place: inside } = resolved(schema, place)
  const facts = factsOf(found)
  if (facts) place.lines.push(facts)
  writeParts(found, inside, 0)
  if (place.lines.length > mostLines) place.lines.splice(mostLines, place.lines.length, '- …')
  return place.lines.join('\n')
}

/** What a schema is in a few words: `array of string (uuid)`. */
export function typeText(schema: unknown, bundle: unknown): string {
  return typeIn(schema, { bundle: fieldsOf(bundle), lines: [], budget: { left: mostVisits }, around: [] })
}

function typeIn(given: unknown, at: Place): string {
  const { schema, place } = resolved(given, at)
  const name = oneLine(schema.title)
  if (place.around.length > mostDepth) return name || 'any'
  if (schema.items !== undefined) return `array of ${typeIn(schema.items, place)}`
  for (const [keyword, word] of Object.entries(choices)) {
    if (Array.isArray(schema[keyword])) return name || word
  }
  const types = Array.isArray(schema.type) ? schema.type.map(textOf).join(' or ') : textOf(schema.type)
  const format = oneLine(schema.format)
  return `${types || (isFields(schema.properties) ? 'object' : 'any')}${format ? ` (${format})` : ''}`
}

const choices: Record<string, string> = { oneOf: 'one of', anyOf: 'any of', allOf: 'all of' }

function writeParts(schema: Fields, place: Place, depth: number): void {
  if (depth > mostDepth || place.lines.length > mostLines) return
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(textOf) : [])
  for (const [name, property] of Object.entries(fieldsOf(schema.properties))) {
    writeNamed(`\`${name.replaceAll('`', "'")}\``, property, place, depth, required.has(name))
  }
  if (isFields(schema.additionalProperties)) {
    writeNamed('*any other name*', schema.additionalProperties, place, depth, false)
  }
  if (isFields(schema.items)) {
    const { schema: item, place: inside } = resolved(schema.items, place)
    writeParts(item, inside, depth)
  }
  for (const [keyword, word] of Object.entries(choices)) {
    const options = listOf(schema[keyword])
    for (const [index, option] of options.entries()) {
      if (keyword === 'allOf') {
        const { schema: part, place: inside } = resolved(option, place)
        writeParts(part, inside, depth)
      } else writeNamed(`*${word}, ${index + 1}*`, option, place, depth, false)
    }
  }
}

function writeNamed(name: string, given: unknown, at: Place, depth: number, required: boolean): void {
  if (at.lines.length > mostLines) return
  const { schema, place } = resolved(given, at)
  // Of the team only: visitors get these pages too.
  if (schema['x-internal'] === true) return
  const facts = factsOf(schema)
  const type = typeIn(schema, place)
  at.lines.push(
    `${'  '.repeat(depth)}- ${name}: ${type}${required ? ', required' : ''}${facts ? `. ${facts}` : ''}`,
  )
  writeParts(schema, place, depth + 1)
}

const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'const',
  'default',
]

function factsOf(schema: Fields): string {
  const facts = bounds
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => `${keyword} ${code(schema[keyword])}`)
  if (Array.isArray(schema.enum)) facts.unshift(`one of ${schema.enum.slice(0, 30).map(code).join(', ')}`)
  if (schema.readOnly === true) facts.push('read only')
  if (schema.writeOnly === true) facts.push('write only')
  if (schema.deprecated === true) facts.push('deprecated')
  return [oneLine(schema.description), facts.length ? `(${facts.join('; ')})` : ''].filter(Boolean).join(' ')
}

/** A value as code on one line, cut where it is long. */
export function code(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return `\`${text.slice(0, 120).replace(/\s+/g, ' ').replaceAll('`', "'")}\``
}

/** The schema behind a reference into the node's bundle; one that leads elsewhere stays, by its name. */
function resolved(given: unknown, place: Place): { schema: Fields; place: Place } {
  if (place.budget.left-- <= 0) return { schema: {}, place }
  const schema = fieldsOf(given)
  const target = textOf(schema.$ref)
  if (!target.startsWith(bundlePointer)) return { schema: target ? named(schema, target) : schema, place }
  const key = decodePointer(target.slice(bundlePointer.length))
  const found = place.bundle[key]
  if (!isFields(found) || place.around.includes(key)) return { schema: named(schema, target), place }
  const { $ref: _followed, ...beside } = schema
  return resolved({ ...found, ...beside }, { ...place, around: [...place.around, key] })
}

function named({ $ref: _left, ...schema }: Fields, target: string): Fields {
  return { title: target.slice(target.lastIndexOf('/') + 1), ...schema }
}

function decodePointer(part: string): string {
  const text = unescapeSegment(part)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
