// An invented pair of descriptions with fifty known changes, made of the to-do fixture: each change has a copy of an
// operation to itself, so that what is found there can be told from what is found elsewhere.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseText } from '../../analysis/parse/parse-text.ts'
import type { JsonObject } from '../../analysis/types.ts'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/todo-12kb.yaml')

interface Schema {
  type?: string
  enum?: string[]
  oneOf?: object[]
  pattern?: string
  maximum?: number
  maxLength?: number
  minLength?: number
  nullable?: boolean
  deprecated?: boolean
}

interface Thing {
  type: 'object'
  required: string[]
  properties: Record<string, Schema>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  deprecated?: boolean
  schema: Schema
}

type Content = Record<string, { schema?: Thing }>

interface Response {
  description: string
  headers?: object
  content?: Content
}

interface Operation {
  operationId?: string
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
}

type Known = [rule: string, level: 'major' | 'minor' | 'patch', edit: (operation: Operation) => void]

const body = (operation: Operation) => there(operation.requestBody)
const sent = (operation: Operation) => there(body(operation).content['application/json']?.schema)
const response = (operation: Operation) => there(operation.responses['200'])
const contentOf = (operation: Operation) => there(response(operation).content)
const received = (operation: Operation) => there(contentOf(operation)['application/json']?.schema)
const property = (thing: Thing, name: string) => there(thing.properties[name])
const parameter = (operation: Operation, name: string) =>
  there(operation.parameters.find((one) => one.name === name))

function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The description lacks what is to be changed.')
  return part
}

const KNOWN: Known[] = [
  [
    'new-required-request-parameter',
    'major',
    (o) => o.parameters.push({ name: 'since', in: 'query', required: true, schema: { type: 'string' } }),
  ],
  [
    'new-optional-request-parameter',
    'patch',
    (o) => o.parameters.push({ name: 'since', in: 'query', schema: { type: 'string' } }),
  ],
  ['request-parameter-removed', 'minor', (o) => o.parameters.pop()],
  [
    'request-parameter-became-required',
    'major',
    (o) => {
      parameter(o, 'limit').required = true
    },
  ],
  [
    'request-parameter-max-decreased',
    'major',
    (o) => {
      parameter(o, 'limit').schema.maximum = 10
    },
  ],
  [
    'request-parameter-max-increased',
    'patch',
    (o) => {
      parameter(o, 'limit').schema.maximum = 1000
    },
  ],
  ['request-parameter-enum-value-removed', 'major', (o) => parameter(o, 'sort').schema.enum?.pop()],
  ['request-parameter-enum-value-added', 'patch', (o) => parameter(o, 'sort').schema.enum?.push('size')],
  [
    'request-parameter-type-changed',
    'major',
    (o) => {
      parameter(o, 'limit').schema = { type: 'boolean', maximum: 100 }
    },
  ],
  [
    'request-parameter-pattern-added',
    'major',
    (o) => {
      parameter(o, 'sort').schema.pattern = '^[a-z]+$'
    },
  ],
  [
    'request-parameter-deprecated',
    'patch',
    (o) => {
      parameter(o, 'sort').deprecated = true
    },
  ],
  [
    'request-body-became-required',
    'major',
    (o) => {
      body(o).required = true
    },
  ],
  [
    'request-body-removed',
    'major',
    (o) => {
      delete o.requestBody
    },
  ],
  [
    'request-body-media-type-added',
    'patch',
    (o) => {
      body(o).content['text/csv'] = {}
    },
  ],
  [
    'request-body-media-type-removed',
    'major',
    (o) => {
      delete body(o).content['text/plain']
    },
  ],
  [
    'new-required-request-property',
    'major',
    (o) => {
      sent(o).properties.due = { type: 'string' }
      sent(o).required.push('due')
    },
  ],
  [
    'new-optional-request-property',
    'patch',
    (o) => {
      sent(o).properties.due = { type: 'string' }
    },
  ],
  ['request-property-became-required', 'major', (o) => sent(o).required.push('size')],
  ['request-property-became-optional', 'patch', (o) => sent(o).required.pop()],
  [
    'request-property-removed',
    'minor',
    (o) => {
      delete sent(o).properties.size
    },
  ],
  [
    'request-property-type-changed',
    'major',
    (o) => {
      property(sent(o), 'size').type = 'string'
    },
  ],
  [
    'request-property-type-generalized',
    'patch',
    (o) => {
      property(sent(o), 'size').type = 'number'
    },
  ],
  [
    'request-property-became-enum',
    'major',
    (o) => {
      property(sent(o), 'name').enum = ['a', 'b']
    },
  ],
  ['request-property-enum-value-removed', 'major', (o) => property(sent(o), 'state').enum?.pop()],
  ['request-property-enum-value-added', 'patch', (o) => property(sent(o), 'state').enum?.push('late')],
  [
    'request-property-max-length-decreased',
    'major',
    (o) => {
      property(sent(o), 'name').maxLength = 5
    },
  ],
  [
    'request-property-max-length-increased',
    'patch',
    (o) => {
      property(sent(o), 'name').maxLength = 500
    },
  ],
  [
    'request-property-min-length-increased',
    'major',
    (o) => {
      property(sent(o), 'name').minLength = 3
    },
  ],
  [
    'request-property-became-nullable',
    'patch',
    (o) => {
      property(sent(o), 'name').nullable = true
    },
  ],
  [
    'request-property-became-not-nullable',
    'major',
    (o) => {
      delete property(sent(o), 'note').nullable
    },
  ],
  [
    'request-property-pattern-added',
    'major',
    (o) => {
      property(sent(o), 'name').pattern = '^[a-z]+$'
    },
  ],
  [
    'request-property-pattern-removed',
    'patch',
    (o) => {
      delete property(sent(o), 'note').pattern
    },
  ],
  ['request-property-one-of-removed', 'major', (o) => property(sent(o), 'owner').oneOf?.pop()],
  [
    'request-property-deprecated',
    'patch',
    (o) => {
      property(sent(o), 'size').deprecated = true
    },
  ],
  [
    'response-required-property-removed',
    'major',
    (o) => {
      delete received(o).properties.name
      received(o).required.shift()
    },
  ],
  [
    'response-optional-property-removed',
    'minor',
    (o) => {
      delete received(o).properties.size
    },
  ],
  [
    'response-optional-property-added',
    'patch',
    (o) => {
      received(o).properties.due = { type: 'string' }
    },
  ],
  [
    'response-required-property-added',
    'patch',
    (o) => {
      received(o).properties.due = { type: 'string' }
      received(o).required.push('due')
    },
  ],
  ['response-property-became-optional', 'major', (o) => received(o).required.pop()],
  ['response-property-became-required', 'patch', (o) => received(o).required.push('size')],
  [
    'response-property-type-changed',
    'major',
    (o) => {
      property(received(o), 'size').type = 'string'
    },
  ],
  [
    'response-property-became-nullable',
    'major',
    (o) => {
      property(received(o), 'name').nullable = true
    },
  ],
  ['response-property-enum-value-removed', 'patch', (o) => property(received(o), 'state').enum?.pop()],
  [
    'response-property-became-not-nullable',
    'patch',
    (o) => {
      delete property(received(o), 'note').nullable
    },
  ],
  [
    'response-media-type-removed',
    'major',
    (o) => {
      delete contentOf(o)['text/plain']
    },
  ],
  [
    'response-media-type-added',
    'patch',
    (o) => {
      contentOf(o)['text/csv'] = {}
    },
  ],
  [
    'response-success-status-removed',
    'major',
    (o) => {
      delete o.responses['202']
    },
  ],
  [
    'response-non-success-status-added',
    'patch',
    (o) => {
      o.responses['409'] = { description: 'Conflict' }
    },
  ],
  [
    'required-response-header-removed',
    'major',
    (o) => {
      delete response(o).headers
    },
  ],
  [
    'endpoint-deprecated',
    'patch',
    (o) => {
      o.deprecated = true
    },
  ],
]

/** What is known of the pair: rule, level and the path at which it must be found. */
export const knownChanges = KNOWN.map(([rule, level], index) => ({ rule, level, path: pathOf(index) }))

/** The two descriptions, as JSON; `host` is a description that the known changes are put into. */
export function knownPair(host: JsonObject = {}): { before: string; after: string } {
  const before = described(host)
  const after = structuredClone(before)
  for (const [index, [, , edit]] of KNOWN.entries()) edit(there(after.paths[pathOf(index)]?.put))
  return { before: JSON.stringify(before, null, 2), after: JSON.stringify(after, null, 2) }
}

function pathOf(index: number): string {
  return `/copies/${index + 1}`
}

function described(host: JsonObject) {
  const { value } = parseText(readFileSync(FIXTURE, 'utf8'), 'todo.yaml')
  const todo = value as {
    components: Record<string, JsonObject>
    paths: Record<string, { put?: JsonObject }>
  }
  const template = todo.paths['/todos/{id}']?.put ?? {}
  const copies = KNOWN.map((_known, index): [string, { put: Operation }] => [
    pathOf(index),
    { put: { ...structuredClone(template), ...parts(), operationId: `copy-${index}` } },
  ])
  const { paths, components } = host as Record<string, Record<string, JsonObject> | undefined>
  const both = Object.keys({ ...todo.components, ...components })
  const merged = both.map((key) => [key, { ...todo.components[key], ...components?.[key] }])
  return {
    ...(value as JsonObject),
    ...host,
    components: Object.fromEntries(merged),
    paths: { ...todo.paths, ...paths, ...Object.fromEntries(copies) } as Record<string, { put?: Operation }>,
  }
}

function parts(): Operation {
  const todo = (): Thing => ({
    type: 'object',
    required: ['name', 'state'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100 },
      size: { type: 'integer' },
      state: { type: 'string', enum: ['open', 'done', 'gone'] },
      note: { type: 'string', nullable: true, pattern: '^.+$' },
      owner: { oneOf: [{ $ref: '#/components/schemas/User' }, { $ref: '#/components/schemas/Todos' }] },
    },
  })
  const content = () => ({ 'application/json': { schema: todo() }, 'text/plain': {} })
  const headers = { 'X-Next': { required: true, schema: { type: 'string' } } }
  return {
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
      { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', 'date'] } },
    ],
    requestBody: { content: content() },
    responses: { 200: { description: 'OK', headers, content: content() }, 202: { description: 'Later' } },
  }
}
