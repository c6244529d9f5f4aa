// Every GraphQL document of the product has a golden answer, for an owner, a viewer and a visitor. The same answers
// are asked of real pg_graphql by `npm run test:supabase`. GOLDEN=write writes them anew.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { aGoldenWorld, type GoldenWorld, type Instance, productInstance } from './golden/world.ts'

const root = resolve(import.meta.dirname, '../..')
const operations: Record<string, string> = {}
for (const file of globSync('web/src/**/*.operations.ts', { cwd: root })) {
  Object.assign(operations, await import(pathToFileURL(join(root, file)).href))
}

/** What each document is asked with. */
const VARIABLES: Record<string, (world: GoldenWorld) => object> = {
  projectPage: ({ workspaceId }) => ({ filter: { workspaceId: { eq: workspaceId } }, first: 30 }),
  groupList: ({ workspaceId }) => ({ workspaceId }),
  pinnedProjects: () => ({}),
  projectBySlug: ({ workspaceId }) => ({ workspaceId, slug: 'orders' }),
}

let instance: Instance
let world: GoldenWorld
beforeAll(async () => {
  instance = productInstance()
  world = await aGoldenWorld(instance)
})

async function ask(query: string, variables: object, token: string | undefined): Promise<unknown> {
  const answer = await fetch(`${instance.url}/graphql/v1`, {
    method: 'POST',
    headers: {
      apikey: instance.anonKey,
      authorization: `Bearer ${token ?? instance.anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  })
  return answer.json()
}

/** Without what differs from run to run: ids, times and cursors. */
function steady(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => steady(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, steady(item, name)]))
  if (typeof value !== 'string') return value
  if (/cursor/i.test(key)) return '<cursor>'
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return '<time>'
  return /id$/i.test(key) ? '<id>' : value
}

describe('the golden answer', () => {
  test('is there for every document', () => {
    expect(Object.keys(VARIABLES).sort()).toEqual(Object.keys(operations).sort())
  })

  test.each(Object.keys(operations))('of %s', async (name) => {
    const file = join(import.meta.dirname, 'golden', `${name}.json`)
    const variables = VARIABLES[name]?.(world) ?? {}
    const answers: Record<string, unknown> = {}
    for (const [who, token] of Object.entries(world.tokens))
      answers[who] = steady(await ask(operations[name] ?? '', variables, token))
    const text = `${JSON.stringify(answers, null, 2)}\n`
    if (process.env.GOLDEN === 'write') writeFileSync(file, text)
    expect(answers).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })
})
