// The third door: GraphQL, by the schema that the client is written against. What it changes is undone when it would be committed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  astFromValue,
  buildSchema,
  type GraphQLField,
  getNamedType,
  isObjectType,
  isScalarType,
  print,
} from 'graphql'
import type { Args, FunctionCells } from './expectations/functions.ts'
import type { Row, TableCells } from './expectations/table-rows.ts'
import { ask } from './support/ask.ts'
import type { Caller } from './support/callers.ts'
import { describeDatabaseDoor } from './support/database-door.ts'
import { sharedWorld } from './support/door.ts'
import type { Verb } from './support/expected.ts'
import { type Met, outcomeOfAnswer, undone } from './support/outcome.ts'

const world = sharedWorld()
const schema = buildSchema(
  readFileSync(join(import.meta.dirname, '../../web/src/shared/data/schema.graphql'), 'utf8'),
)
const queries = schema.getQueryType()?.getFields() ?? {}
const mutations = schema.getMutationType()?.getFields() ?? {}

describeDatabaseDoor('GraphQL', {
  oneEach: true,
  async row(cells, verb, who, at) {
    const made = cells.create?.row(world, at, who) ?? {}
    const document = documentOf(cells, verb, cells.row(world, at, who), made)
    return answered(who, document)
  },
  async call(cell, who, at) {
    if (cell.ofRow) return computed(who, cell, cell.ofRow, cell.args(world, at, who))
    const name = camel(cell.name)
    const field = queries[name] ?? mutations[name]
    if (!field) return answered(who, `{ ${name} }`)
    const given = Object.entries(cell.args(world, at, who)).map(([key, value]) => [camel(key), value])
    const type = getNamedType(field.type)
    const isList = isObjectType(type) && 'edges' in type.getFields()
    const shown = isObjectType(type) ? ` { ${isList ? 'edges { __typename }' : '__typename'} }` : ''
    const operation = queries[name] ? 'query' : 'mutation'
    return answered(
      who,
      `${operation} { ${name}${argumentsOf(field, Object.fromEntries(given))}${shown} }`,
      cell.lists,
    )
  },
  lacks: ({ name, ofRow }) => !(ofRow || camel(name) in queries || camel(name) in mutations),
})

/** A computed field, of the row that its argument names. */
async function computed(who: Caller, { name }: FunctionCells, table: string, args: Args): Promise<Met> {
  const [row] = Object.values(args) as { id: number }[]
  const field = camel(name.replace(/^_/, ''))
  const query = `{ ${camel(table)}Collection(filter: { id: { eq: ${row?.id} } }) { edges { node { ${field} } } } }`
  const { json } = await ask(world, who, '/graphql/v1', { method: 'POST', body: { query } })
  const { data, errors } = json as GraphAnswer
  const [error] = errors ?? []
  if (error) return outcomeOfMessage(error.message)
  const [found] = Object.values(data ?? {}) as { edges: { node: Record<string, unknown> }[] }[]
  return outcomeOfAnswer(found?.edges[0]?.node[field] ?? [], true)
}

function documentOf({ table, update }: TableCells, verb: Verb, row: Row, made: Row): string {
  const name = camel(table)
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const filter = Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), { eq: value }]))
  const field = {
    read: `${name}Collection`,
    create: `insertInto${type}Collection`,
    update: `update${type}Collection`,
    delete: `deleteFrom${type}Collection`,
  }[verb]
  const known = (verb === 'read' ? queries : mutations)[field]
  const kind = verb === 'read' ? 'query' : 'mutation'
  const asked = verb === 'read' ? 'edges { node { __typename } }' : 'affectedCount'
  const camels = (of: Row) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [camel(key), value]))
  const args =
    verb === 'create'
      ? { objects: [camels(made)] }
      : { filter, ...(verb === 'update' ? { set: camels(update?.set ?? {}), atMost: 5 } : {}) }
  return `${kind} { ${field}${known ? argumentsOf(known, args) : ''} { ${asked} } }`
}

function argumentsOf(field: GraphQLField<unknown, unknown>, values: Record<string, unknown>): string {
  const written = Object.entries(values).map(([name, value]) => {
    const type = field.args.find((arg) => arg.name === name)?.type
    if (!type) throw new Error(`${field.name} has no argument ${name}`)
    const isJson = isScalarType(getNamedType(type)) && getNamedType(type).name === 'JSON'
    const literal = astFromValue(isJson ? JSON.stringify(value) : value, type)
    return `${name}: ${literal ? print(literal) : 'null'}`
  })
  return written.length > 0 ? `(${written.join(', ')})` : ''
}

interface GraphAnswer {
  data?: Record<string, unknown> | null
  errors?: { message: string }[]
}

async function answered(who: Caller, query: string, lists = false): Promise<Met> {
  const { json } = await ask(world, who, '/graphql/v1', { method: 'POST', body: { query } })
  const { data, errors } = json as GraphAnswer
  const [error] = errors ?? []
  if (error) return outcomeOfMessage(error.message)
  const value = Object.values(data ?? {})[0]
  const { affectedCount, edges } = (value ?? {}) as { affectedCount?: number; edges?: unknown[] }
  if (affectedCount !== undefined) return affectedCount > 0 ? 'yes' : 'unseen'
  if (edges) return edges.length > 0 ? 'yes' : 'unseen'
  return outcomeOfAnswer(typeof value === 'string' ? parsed(value) : value, lists)
}

// GraphQL has no codes: a field that the role does not have, or the words of the refusal.
function outcomeOfMessage(message: string): Met {
  // Refused for what was sent, by which time everything else was granted.
  if (
    message === undone ||
    /^The uploaded file|^This file is edited as text|^The text has changed meanwhile|already exists$|has not been analyzed yet/.test(
      message,
    )
  )
    return 'yes'
  // Refused for the door alone: what is guessed counts only where nothing else is asked for.
  if (message.startsWith('Codes and passwords are asked for and tried by themselves')) return 'yes'
  if (
    /^Unknown (field|type Mutation)|permission|^You cannot|^Sign in|row-level security|session/.test(message)
  )
    return 'no'
  if (/not found|are not a member|^Unknown /i.test(message)) return 'unseen'
  return `failed: ${message}`
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
