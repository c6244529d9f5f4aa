// docs/contract.md says where each operation of the specification is here: every name that it says is there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'

interface Operation {
  parameters?: { name: string }[]
}

const stack = sharedStack()
const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const contract = textOf('docs/contract.md')
const schema = textOf('web/src/shared/data/schema.graphql')
const database = textOf('supabase/functions/_shared/domain/database.gen.ts')

let described: string
let operations: Record<string, Record<string, Operation>>

beforeAll(async () => {
  const answer = await call(stack, '/openapi.json')
  described = answer.text
  operations = answer.json<{ paths: Record<string, Record<string, Operation>> }>().paths
})

/** What stands in code in the right column of the table, in its order. */
function namesSaid(): string[] {
  const [, table = ''] = contract.split("## The specification's operations about projects")
  const cells = table.split('\n').flatMap((line) => /^\|.*\| (.+) \|$/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []))
}

/** Fields of a document's root. */
function rootFields(type: 'Query' | 'Mutation'): Set<string> {
  const [, body = ''] = new RegExp(`^type ${type} \\{\\n(.*?)^\\}`, 'ms').exec(schema) ?? []
  return new Set([...body.matchAll(/^ {2}(\w+)[(:]/gm)].flatMap(([, name]) => name ?? []))
}

it('every name of its table is a field, a function or a route, or what one of them takes', () => {
  const fields = [rootFields('Query'), rootFields('Mutation')]
  const [, functions = ''] = database.split(/^ {4}Functions: \{$/m)
  let asked: Operation | undefined
  const isThere = (name: string) => {
    const [, method, path] = /^([A-Z]+) \/api\/v1(\/.+)$/.exec(name) ?? []
    if (method && path) {
      asked = operations[path]?.[method.toLowerCase()]
      return asked !== undefined
    }
    const [, query] = /^\?(\w+)=$/.exec(name) ?? []
    if (query) return asked?.parameters?.some((parameter) => parameter.name === query) ?? false
    const [, rpc] = /^rpc\/(\w+)$/.exec(name) ?? []
    if (rpc) return functions.includes(`\n      ${rpc}: {`)
    const [, word = name] = /^(\w+)\(.*\)$/.exec(name) ?? []
    if (fields.some((known) => known.has(word))) return true
    if (/Collection$/.test(word)) return false
    return new RegExp(`[\\s"]${word}(?:"|\\?)?:`).test(schema + functions + described)
  }
  const names = namesSaid()
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !isThere(name))).toEqual([])
})
