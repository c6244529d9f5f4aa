// A JSON Schema as a nested list of Markdown: what a reader without our page needs of it, bounded in depth and length.
import { unescapeSegment } from '../../../../analysis/json.ts'
import { type Budget, isSpent } from './budget.ts'
import { type Fields, fieldsOf, isFields, listOf, oneLine, textOf } from './read.ts'

const mostDepth = 5
const mostLines = 300
const mostRequired = 1_000
const mostReferences = 50
const bundlePointer = '#/__bundled__/'

interface Place {
  /** Schemas that came along with the node, by key. */
  bundle: Fields
  lines: string[]
  budget: Budget
  /** Names of the bundled schemas on the way here: what refers to itself is named, not unfolded. */
  around: readonly string[]
}

/** The lines of a schema; empty where it says nothing. */
export function schemaText(schema: unknown, bundle: unknown, budget: Budget): string {
  const place: Place = { bundle: fieldsOf(bundle), lines: [], budget, around: [] }
  const { schema: found, place: inside } = resolved(schema, place)
  const facts = factsOf(found, budget)
  if (facts) write(place, facts)
  writeParts(found, inside, 0)
  if (isFull(place)) place.lines.splice(mostLines, place.lines.length, '- …')
  return place.lines.join('\n')
}

/** What bounds the values of a schema, and examples of them, each in a few words; without its description. */
export function boundsText(schema: unknown, bundle: unknown, budget: Budget): string[] {
  const place: Place = { bundle: fieldsOf(bundle), lines: [], budget, around: [] }
  return boundsOf(resolved(schema, place).schema, budget)
}

/** The lines of what is in a schema, below a line about the schema itself. */
export function partsText(schema: unknown, bundle: unknown, budget: Budget): string {
  const place: Place = { bundle: fieldsOf(bundle), lines: [], budget, around: [] }
  const { schema: found, place: inside } = resolved(schema, place)
  writeParts(found, inside, 1)
  if (isFull(place)) place.lines.splice(mostLines, place.lines.length, '  - …')
  return place.lines.join('\n')
}

function write(place: Place, line: string): void {
  place.budget.characters -= line.length
  place.lines.push(line)
}

function isFull({ lines, budget }: Place): boolean {
  return lines.length > mostLines || isSpent(budget)
}

/** What a schema is in a few words: `array of string (uuid)`. */
export function typeText(schema: unknown, bundle: unknown, budget: Budget): string {
  return typeIn(schema, { bundle: fieldsOf(bundle), lines: [], budget, around: [] })
}

function typeIn(given: unknown, at: Place): string {
  const { schema, place } = resolved(given, at)
  const name = oneLine(schema.title)
  if (place.around.length > mostDepth) return name || 'any'
  if (schema.items !== undefined) return `array of ${typeIn(schema.items, place)}`
  for (const [keyword, word] of Object.entries(choices)) {
    if (Array.isArray(schema[keyword])) return name || word
  }
  const types = (Array.isArray(schema.type) ? schema.type.slice(0, 10) : [schema.type])
    .map((type) => textOf(type).slice(0, 100))
    .join(' or ')
  const format = oneLine(schema.format)
  return `${types || (isFields(schema.properties) ? 'object' : 'any')}${format ? ` (${format})` : ''}`
}

const choices: Record<string, string> = { oneOf: 'one of', anyOf: 'any of', allOf: 'all of' }

function writeParts(schema: Fields, place: Place, depth: number): void {
  if (depth > mostDepth || isFull(place)) return
  const required = new Set(Array.isArray(schema.required) ? schema.required.slice(0, mostRequired) : [])
  place.budget.steps -= required.size
  const properties = fieldsOf(schema.properties)
  for (const name in properties) {
    if (isFull(place)) return
    writeNamed(code(name, place.budget), properties[name], place, depth, required.has(name))
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
    place.budget.steps -= options.length
    for (const [index, option] of options.entries()) {
      if (isFull(place)) return
      if (keyword === 'allOf') {
        const { schema: part, place: inside } = resolved(option, place)
        writeParts(part, inside, depth)
      } else writeNamed(`*${word}, ${index + 1}*`, option, place, depth, false)
    }
  }
}

function writeNamed(name: string, given: unknown, at: Place, depth: number, required: boolean): void {
  const { schema, place } = resolved(given, at)
  // Of the team only: visitors get these pages too.
  if (schema['x-internal'] === true) return
  const facts = factsOf(schema, at.budget)
  const type = typeIn(schema, place)
  write(
    at,
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

function factsOf(schema: Fields, budget: Budget): string {
  const facts = boundsOf(schema, budget)
  return [oneLine(schema.description), facts.length ? `(${facts.join('; ')})` : ''].filter(Boolean).join(' ')
}

const mostExamples = 3

function boundsOf(schema: Fields, budget: Budget): string[] {
  const facts = bounds
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => `${keyword} ${code(schema[keyword], budget)}`)
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.slice(0, 30).map((value) => code(value, budget))
    facts.unshift(`one of ${values.join(', ')}`)
  }
  if (schema.readOnly === true) facts.push('read only')
  if (schema.writeOnly === true) facts.push('write only')
  if (schema.deprecated === true) facts.push('deprecated')
  const examples = Array.isArray(schema.examples) ? schema.examples.slice(0, mostExamples) : []
  if (examples.length > 0) facts.push(examplesText(examples, budget))
  return facts
}

/** Some values as examples. */
export function examplesText(values: readonly unknown[], budget: Budget): string {
  const said = values.map((value) => code(value, budget)).join(', ')
  return `${values.length === 1 ? 'example' : 'examples'} ${said}`
}

/** A value as code on one line, cut where it is long, and seen to be: half an address or expression is none. */
export function code(value: unknown, budget: Budget): string {
  const text = jsonOf(value, budget)
  const most = typeof value === 'string' ? 300 : 120
  const shown = text.slice(0, most).replace(/\s+/g, ' ').replaceAll('`', "'")
  return `\`${shown}${text.length > most ? '…' : ''}\``
}

/** A string as it is, another value as JSON, which costs by its whole length; empty once nothing may be spent. */
export function jsonOf(value: unknown, budget: Budget, indent?: number): string {
  if (typeof value === 'string') return value
  if (isSpent(budget)) return ''
  const text = JSON.stringify(value, null, indent) ?? ''
  budget.characters -= text.length
  return text
}

/** The schema behind a reference into the node's bundle; one that leads elsewhere stays, by its name. */
function resolved(given: unknown, place: Place): { schema: Fields; place: Place } {
  if (isFull(place)) return { schema: {}, place }
  const schema = fieldsOf(given)
  place.budget.steps -= 1
  const target = textOf(schema.$ref)
  if (!target.startsWith(bundlePointer)) return { schema: target ? named(schema, target) : schema, place }
  const key = decodePointer(target.slice(bundlePointer.length))
  const found = place.bundle[key]
  if (!isFields(found) || place.around.includes(key) || place.around.length > mostReferences)
    return { schema: named(schema, target), place }
  const { $ref: _followed, ...beside } = schema
  place.budget.steps -= Object.keys(found).length
  // Both are copied, key by key, only where the reference has something beside it.
  const both = Object.keys(beside).length > 0 ? { ...found, ...beside } : found
  return resolved(both, { ...place, around: [...place.around, key] })
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
