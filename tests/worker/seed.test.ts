// The demo workspace, as its people find it: at first, and when newer code has brought its data forward.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { copyClone, removeClone } from '../support/clone.ts'
import { type RunningStack, startStack, temporaryDir } from '../support/stack.ts'
import { questions } from './handbook-questions.ts'

const DOCS = join(import.meta.dirname, '../../docs')

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ args: ['--no-app'] })
}, 120_000)
afterAll(() => stack?.stop())

/** Each of the demo's people signs in once: how often one may is limited. */
const tokens = new Map<string, string>()

async function ask<Answer>(role: string, query: string, args?: object): Promise<Answer> {
  const key = { apikey: stack.anonKey, 'content-type': 'application/json' }
  if (!tokens.has(role)) {
    const signIn = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: key,
      body: JSON.stringify({ email: `${role}@demo.waymark.localhost`, password: `waymark-${role}` }),
    })
    tokens.set(role, ((await signIn.json()) as { access_token: string }).access_token)
  }
  const answer = await fetch(`${stack.apiUrl}/rest/v1/${query}`, {
    headers: { ...key, authorization: `Bearer ${tokens.get(role)}` },
    ...(args ? { method: 'POST', body: JSON.stringify(args) } : {}),
  })
  return (await answer.json()) as Answer
}

/** What somebody of the demo workspace reads from REST. */
const read = <Row>(role: string, query: string) => ask<Row[]>(role, query)

/** What a function of the database answers somebody of the demo workspace. */
const call = <Answer>(role: string, name: string, args: object) => ask<Answer>(role, `rpc/${name}`, args)

const projectsOf = async (role: string): Promise<string[]> =>
  (await read<{ slug: string }>(role, 'projects?select=slug&order=slug')).map(({ slug }) => slug)

test('its address and accounts are printed', () => {
  expect(stack.output()).toMatch(/Demo +http:\/\/demo\.waymark\.localhost:\d+/)
  for (const role of ['owner', 'maker', 'viewer', 'guest'])
    expect(stack.output()).toMatch(new RegExp(`${role}@demo\\.waymark\\.localhost +waymark-${role}`))
})

test('each of its people sees what their role may', async () => {
  const internal = ['api-style-guide', 'commerce-models', 'orders-api', 'waymark-api', 'waymark-handbook']
  const all = [...internal, 'bookshop-api'].sort()
  expect(await projectsOf('owner')).toEqual(all)
  expect(await projectsOf('maker')).toEqual(internal)
  expect(await projectsOf('viewer')).toEqual(internal)
  expect(await projectsOf('guest')).toEqual(['bookshop-api', 'waymark-api'])
})

test('its projects hold real content', async () => {
  const branches = await read<{ operation_count: number; project: { slug: string } }>(
    'owner',
    'branches?select=operation_count,project:projects!branches_project_id_fkey(slug)&is_default=eq.true',
  )
  const operations = Object.fromEntries(branches.map((b) => [b.project.slug, b.operation_count]))
  // Of its eleven operations two are internal.
  expect(operations).toMatchObject({ 'orders-api': 9, 'bookshop-api': 8, 'api-style-guide': 4 })
  expect(operations['waymark-api']).toBeGreaterThan(15)
})

test('one of its projects lies in a repository: commits with what their authors said, on two branches', async () => {
  const commits = await read<{ message: string; author_name: string; branch: { name: string } }>(
    'owner',
    'commits?select=message,author_name,branch:branches!inner(name,project:projects!branches_project_id_fkey!inner(slug))&branch.project.slug=eq.bookshop-api&order=committed_at',
  )
  expect(
    commits.map(({ message, author_name, branch }) => [message.split('\n')[0], author_name, branch.name]),
  ).toEqual([
    ['Describe the catalogue', 'Milo Berg', 'main'],
    ['Let readers review books', 'Ada Okafor', 'main'],
    ['Upload covers', 'Milo Berg', 'main'],
    ['Sketch wishlists', 'Milo Berg', 'wishlists'],
  ])
})

test('its rules find what two projects owe them, and one finding is answered for', async () => {
  const found = await read<{ waiver_id: number | null; branch: { project: { slug: string } } }>(
    'owner',
    'findings?select=waiver_id,branch:branches!inner(project:projects!branches_project_id_fkey(slug))&branch.is_default=eq.true&rule=eq.errors-are-problems',
  )
  expect(new Set(found.map(({ branch }) => branch.project.slug))).toEqual(new Set(['bookshop-api']))
  expect(found.some(({ waiver_id }) => waiver_id !== null)).toBe(true)
  expect(found.some(({ waiver_id }) => waiver_id === null)).toBe(true)
})

test('a proposal waits for a review, and says who it breaks', async () => {
  const proposals = await read('maker', 'proposals?select=title,status,branch_name,baseline_name')
  expect(proposals).toEqual([
    {
      title: 'Drop returns off at a parcel shop',
      status: 'open',
      branch_name: 'parcel-shops',
      baseline_name: 'main',
    },
  ])
  const changes = await read<{ semver: string; message: string }>(
    'owner',
    'node_changes?select=semver,message,branch:branches!inner(name)&branch.name=eq.parcel-shops&compared_with=eq.default&semver=eq.major',
  )
  expect(changes.map(({ message }) => message).join()).toContain('drop_off')
})

test.each(questions)('its handbook answers: %s', async (question, article) => {
  const title = /^# (.+)$/m.exec(readFileSync(join(DOCS, `${article}.md`), 'utf8'))?.[1]
  const { nodes } = await call<{ nodes: { name: string; type: string }[] }>('viewer', 'search', {
    p_workspace_id: 1,
    p_search: question,
  })
  expect(nodes.slice(0, 5).map(({ name }) => name)).toContain(title)
})

test('what it is dressed in, visitors of its public project see too', async () => {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/workspace_by_slug`, {
    method: 'POST',
    headers: { apikey: stack.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ p_slug: 'demo' }),
  })
  expect(await answer.json()).toMatchObject({
    theme: { 'color-primary': '#1d4ed8' },
    logo_url: expect.stringMatching(/\/pictures\/[0-9a-f]{64}$/),
  })
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
    expect(await projectsOf('owner')).toHaveLength(6)
  })
})
