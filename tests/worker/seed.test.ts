// The demo workspace, as its people find it: at first, and when newer code has brought its data forward.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { copyClone, removeClone } from '../support/clone.ts'
import { type RunningStack, startStack, temporaryDir } from '../support/stack.ts'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ args: ['--no-app'] })
}, 120_000)
afterAll(() => stack?.stop())

/** What somebody of the demo workspace reads from REST. */
async function read<Row>(role: string, query: string): Promise<Row[]> {
  const key = { apikey: stack.anonKey, 'content-type': 'application/json' }
  const signIn = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: key,
    body: JSON.stringify({ email: `${role}@demo.waymark.localhost`, password: `waymark-${role}` }),
  })
  const { access_token: token } = (await signIn.json()) as { access_token: string }
  const answer = await fetch(`${stack.apiUrl}/rest/v1/${query}`, {
    headers: { ...key, authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as Row[]
}

const projectsOf = async (role: string): Promise<string[]> =>
  (await read<{ slug: string }>(role, 'projects?select=slug&order=slug')).map(({ slug }) => slug)

test('its address and accounts are printed', () => {
  expect(stack.output()).toMatch(/Demo +http:\/\/demo\.waymark\.localhost:\d+/)
  for (const role of ['owner', 'maker', 'viewer', 'guest'])
    expect(stack.output()).toMatch(new RegExp(`${role}@demo\\.waymark\\.localhost +waymark-${role}`))
})

test('each of its people sees what their role may', async () => {
  const internal = ['api-style-guide', 'commerce-models', 'orders-api', 'waymark-api']
  const all = [...internal, 'bookshop-api'].sort()
  expect(await projectsOf('owner')).toEqual(all)
  expect(await projectsOf('maker')).toEqual(internal)
  expect(await projectsOf('viewer')).toEqual(internal)
  expect(await projectsOf('guest')).toEqual(['bookshop-api', 'waymark-api'])
})

test('its projects hold real content', async () => {
  const branches = await read<{ operation_count: number; project: { slug: string } }>(
    'owner',
    'branches?select=operation_count,schema_count,project:projects!branches_project_id_fkey(slug)&order=project_id',
  )
  const operations = Object.fromEntries(branches.map((b) => [b.project.slug, b.operation_count]))
  // Of its eleven operations two are internal.
  expect(operations).toMatchObject({ 'orders-api': 9, 'bookshop-api': 8, 'api-style-guide': 4 })
  expect(operations['waymark-api']).toBeGreaterThan(15)
})

describe('its data', () => {
  const clone = join(temporaryDir(), 'newer')
  const step = (file: string) => join(clone, 'supabase/migrations', file)
  // Without app and worker: the data alone is looked at.
  const startNewer = async () => {
    stack = await startStack({ root: clone, command: 'stack', args: [], dataDir: stack.dataDir })
  }

  /** How many rows each table of the product has. */
  async function rowsOfTables(): Promise<Record<string, string>> {
    const client = await connect(stack.dbUrl)
    const { rows } = await client.query<{ name: string; count: string }>(
      `select c.oid::regclass::text as name,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text as count
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text = 'public' order by 1`,
    )
    await client.end()
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  let before: Record<string, string>
  beforeAll(async () => {
    before = await rowsOfTables()
    await stack.end()
    copyClone(clone)
  })
  afterAll(() => removeClone(clone))

  test('is brought forward by a step that newer code has', async () => {
    writeFileSync(
      step('29990101000000_stars.sql'),
      'alter table public.projects add column stars integer not null default 7;',
    )
    await startNewer()
    expect(stack.output()).toContain('The data was brought forward by 29990101000000_stars.sql.')
    expect(await rowsOfTables()).toEqual(before)
    expect(await projectsOf('guest')).toEqual(['bookshop-api', 'waymark-api'])
    const client = await connect(stack.dbUrl)
    expect((await client.query('select distinct stars from public.projects')).rows).toEqual([{ stars: 7 }])
    await client.end()
    await stack.end()
  })

  test('stays as it was before a step that fails, and the sentence says which, why and as of when', async () => {
    writeFileSync(step('29990102000000_half.sql'), 'create table public.half ();\nselect 1 / 0;')
    await expect(startNewer()).rejects.toThrow(
      /nothing of it was kept: 29990102000000_half\.sql: division by zero\. The data in .* is whole, as of 29990101000000_stars\.sql\./,
    )
    rmSync(step('29990102000000_half.sql'))
    await startNewer()
    expect(stack.output()).not.toContain('brought forward')
    expect(await rowsOfTables()).toEqual(before)
    await stack.end()
  })

  test('is refused by code that is older, which changes nothing', async () => {
    const older = { command: 'stack', args: [], dataDir: stack.dataDir } as const
    await expect(startStack(older)).rejects.toThrow(
      /\(first: 29990101000000_stars\.sql\)\. Nothing was changed/,
    )
    await startNewer()
    expect(await projectsOf('owner')).toHaveLength(5)
  })
})
