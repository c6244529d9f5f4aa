// Secrets of integrations come back through no door, to nobody: every answer that can be had by reading is searched.
import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { anIntegration } from '../support/integrations.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const secret = `planted-${unique('secret')}`
const schemaFile = new URL('../../../web/src/shared/data/schema.graphql', import.meta.url)

let workspace: Workspace
let callers: [who: string, token: string | undefined][]
let ids: Record<string, string>

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  const integration = await anIntegration(stack, workspace, {
    kind: 'github',
    name: unique('GitHub'),
    config_type: 'custom',
    config: { hostUrl: 'https://git.example', apiUrl: 'https://api.git.example', clientId: 'id' },
    secrets: { clientSecret: secret },
  })
  ids = { wk: workspace.id, wkintg: integration.id }
  const members = ['admin', 'billing', 'maker', 'viewer', 'guest'] as const
  const others = await Promise.all(
    members.map(async (role) => [role, (await aMember(stack, workspace, role)).token] as [string, string]),
  )
  const stranger = (await aWorkspace(stack)).owner.token
  callers = [['owner', workspace.owner.token], ...others, ['stranger', stranger], ['visitor', undefined]]
})

function expectNoSecret(text: string): void {
  expect(text).not.toContain(secret)
  expect(text).not.toContain('ciphertext')
}

/** A request to the Supabase surfaces in somebody's role. */
async function ask(token: string | undefined, path: string, json?: unknown): Promise<string> {
  const headers = {
    apikey: stack.anonKey,
    authorization: `Bearer ${token ?? stack.anonKey}`,
    'content-type': 'application/json',
  }
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  return (await fetch(`${stack.apiUrl}${path}`, { headers, ...body })).text()
}

interface Described {
  paths: Record<
    string,
    { get?: { parameters?: { name: string; in: string; schema: { example?: string } }[] } }
  >
}

/** Every GET of the facade, with our own workspace and integration where one is asked for. */
async function facadePaths(): Promise<string[]> {
  const { paths } = (await call(stack, '/openapi.json')).json<Described>()
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get) return []
    return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const example = get.parameters?.find((one) => one.name === name)?.schema.example ?? '1'
      const kind = Buffer.from(example, 'base64url').toString().split(':')[0] ?? ''
      return ids[kind] ?? example
    })
  })
}

/** A document for each collection of the GraphQL schema, with every field of its rows. */
function collections(): string[] {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'))
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  return fields
    .filter(({ name }) => name.endsWith('Collection'))
    .map(({ name, type }) => {
      const edge = objectAt(objectAt(getNamedType(type) as GraphQLObjectType, 'edges'), 'node')
      const leaves = Object.values(edge.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
      return `{ ${name} { edges { node { ${leaves.map((leaf) => leaf.name).join(' ')} } } } }`
    })
}

function objectAt(type: GraphQLObjectType, field: string): GraphQLObjectType {
  const found = getNamedType(type.getFields()[field]?.type)
  if (!isObjectType(found)) throw new Error(`${type.name}.${field} is no object`)
  return found
}

describe('the secret of an integration is in no answer', () => {
  it('of the facade', async () => {
    const paths = await facadePaths()
    expect(paths.length).toBeGreaterThan(30)
    for (const [, token] of callers)
      for (const path of paths) expectNoSecret((await call(stack, path, token ? { token } : {})).text)
  }, 120_000)

  it('of REST tables', async () => {
    const tables = await sql<{ name: string }>(
      stack,
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and not c.relispartition`,
    )
    expect(tables.map(({ name }) => name)).toContain('workspace_integrations')
    for (const [, token] of callers)
      for (const { name } of tables) expectNoSecret(await ask(token, `/rest/v1/${name}?limit=500`))
    // The scan finds what is there: the integration itself is read.
    expect(await ask(callers[0]?.[1], '/rest/v1/workspace_integrations?select=*')).toContain('git.example')
  }, 120_000)

  it('of rpc functions that read', async () => {
    const functions = await sql<{ name: string; args: string[] }>(
      stack,
      `select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as args from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile <> 'v' and p.prorettype <> 'trigger'::regtype
         and p.pronargs - p.pronargdefaults <= 1`,
    )
    expect(functions.length).toBeGreaterThan(20)
    const numberOf = (id: string) => Number(Buffer.from(id, 'base64url').toString().split(':')[1])
    const own: Record<string, number> = {
      p_workspace_id: numberOf(ids.wk ?? ''),
      p_integration_id: numberOf(ids.wkintg ?? ''),
    }
    for (const [, token] of callers)
      for (const { name, args } of functions) {
        const [first = ''] = args
        expectNoSecret(
          await ask(token, `/rest/v1/rpc/${name}`, args.length ? { [first]: own[first] ?? 1 } : {}),
        )
      }
  }, 120_000)

  it('of GraphQL', async () => {
    const documents = collections()
    expect(documents.some((document) => document.includes('workspaceIntegrationsCollection'))).toBe(true)
    for (const [, token] of callers)
      for (const query of documents) expectNoSecret(await ask(token, '/graphql/v1', { query }))
    const [found] = documents.filter((document) => document.includes('workspaceIntegrationsCollection'))
    expect(await ask(callers[0]?.[1], '/graphql/v1', { query: found })).toContain('git.example')
  }, 120_000)
})
