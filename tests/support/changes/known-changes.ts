// An invented pair of descriptions with fifty known changes, made of the to-do fixture: each change has a copy of an
// operation to itself, so that what is found there can be told from what is found elsewhere.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseText } from '../../../analysis/parse/parse-text.ts'
import type { JsonObject } from '../../../analysis/types.ts'
import { type Operation, type Thing, there } from './operation.ts'
import { REQUEST_EDITS } from './request-edits.ts'
import { RESPONSE_EDITS } from './response-edits.ts'

const FIXTURE = resolve(import.meta.dirname, '../../fixtures/todo-12kb.yaml')
const KNOWN = [...REQUEST_EDITS, ...RESPONSE_EDITS]

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
