// Workspace tokens: made once, exchanged for a grant, and reading exactly what Workspace Projects: Read gives.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let maker: Person
let token: { id: number; access_token: string; access_token_prefix: string; last_used: string | null }
let privateProject: number

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('tokens')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker')
  const [row] = await world.does<{ made: typeof token }>(
    owner,
    "select to_jsonb(public.create_workspace_token($1, ' Pipeline ')) as made",
    [workspaceId],
  )
  token = row?.made as typeof token
  privateProject = await furnish(workspaceId)
  await furnish((await world.aWorkspace('tokens-elsewhere')).id)
})
afterAll(() => world.end())

const operation = { title: 'List', slug: 'aa-list', type: 'http_operation', meta: 'get' }
const internal = { title: 'Purge', slug: 'bb-purge', type: 'http_operation', internal: true }
const model = { title: 'Pet', slug: 'cc-pet', type: 'model' }
const article = { title: 'Intro', slug: 'dd-intro', type: 'article' }
const secret = { title: 'Plans', slug: 'ee-plans', type: 'article', internal: true }
const link = { title: 'Status', url: 'https://example.com' }
const contents = [
  { title: 'Read first' },
  article,
  secret,
  { title: 'Guides', items: [article, { title: 'Deep', items: [link] }] },
  { title: 'Reference' },
  {
    title: 'API',
    itemsType: 'http_operation',
    items: [article, operation, { title: 'Ops', items: [internal] }],
  },
  model,
  { title: 'Nothing below' },
]

/** A private project with a published and a draft branch, each with an internal operation, a model and an article. */
async function furnish(host: number): Promise<number> {
  const { db } = world
  const project = await db.query(
    "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Hidden', 'hidden', 'private') returning id",
    [host],
  )
  const id = Number(project.rows[0].id)
  const hash = Buffer.alloc(32, 3)
  await db.query('insert into public.snapshots (workspace_id, hash, data, size) values ($1, $2, $3, 2)', [
    host,
    hash,
    '{}',
  ])
  await db.query('insert into public.files (workspace_id, hash, size) values ($1, $2, 2)', [host, hash])
  for (const [slug, published] of [
    ['main', true],
    ['draft', false],
  ] as const) {
    const branch = await db.query(
      'insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, $2, $2, $3, $3) returning id',
      [id, slug, published],
    )
    for (const path of ['reference/api.yaml', 'models/pet.json', 'docs/intro.md'])
      await db.query(
        'insert into public.branch_files (branch_id, path, workspace_id, hash) values ($1, $2, $3, $4)',
        [branch.rows[0].id, path, host, hash],
      )
    for (const type of ['http_operation', 'model', 'article']) {
      const node = await db.query(
        'insert into public.nodes (project_id, uri, type) values ($1, $2, $3) on conflict (project_id, uri) do update set type = excluded.type returning id',
        [id, `/${type}`, type],
      )
      await db.query(
        `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, snapshot_hash, search)
         values ($1, $2, $3, $4, $5, $6, $6, 'Narwhal', $7, $8, to_tsvector('simple', 'narwhal'))`,
        [branch.rows[0].id, node.rows[0].id, host, id, `/${type}`, type, type === 'http_operation', hash],
      )
    }
    await db.query(
      "insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', $2), ($1, 'everyone', '[]')",
      [branch.rows[0].id, JSON.stringify(contents)],
    )
  }
  return id
}

const exchange = async (secret: string) =>
  (await world.db.query('select public.svc_workspace_token($1) as given', [secret])).rows[0].given as {
    grant: string
    workspace_id: number
  } | null

/** Rows that a visitor with a grant, or a person who sends one along, meets. */
async function withGrant(grant: string, sql: string, values: unknown[] = [], person: Person | null = null) {
  return world.as(person, async (ask) => {
    await ask(`select set_config('request.headers', $1, true)`, [
      JSON.stringify({ 'x-waymark-grant': grant }),
    ])
    return ask(sql, values)
  })
}
const granted = async () => (await exchange(token.access_token))?.grant ?? ''

describe('a token', () => {
  test('is shown once and kept as a hash', async () => {
    expect(token.access_token).toMatch(/^wmk_[A-Za-z0-9_-]{43}$/)
    expect(token).toMatchObject({ name: 'Pipeline', last_used: null, creator: { user_id: owner.id } })
    const { rows } = await world.db.query(
      'select token_hash, token_prefix from public.machine_principals where id = $1',
      [token.id],
    )
    expect(rows[0].token_hash.toString('hex')).toBe(
      createHash('sha256').update(token.access_token).digest('hex'),
    )
    expect(token.access_token.startsWith(rows[0].token_prefix)).toBe(true)
    const list = await world.attempt(owner, 'select to_jsonb(public.list_workspace_tokens($1)) as list', [
      workspaceId,
    ])
    expect(JSON.stringify(list.rows)).not.toContain(token.access_token)
    const hidden = await world.attempt(owner, 'select token_hash from public.machine_principals')
    expect(hidden.refused).toBe('42501')
  })

  test('is managed with its permission alone, and unknown to strangers', async () => {
    const stranger = (await world.aWorkspace('tokens-third')).owner
    const billing = await world.aMember(workspaceId, 'billing', 'token-billing')
    for (const [who, refused] of [
      [maker, 'PT403'],
      [billing, 'PT403'],
      [stranger, 'PT404'],
    ] as const) {
      expect(
        (await world.attempt(who, 'select public.list_workspace_tokens($1)', [workspaceId])).refused,
      ).toBe(refused)
      expect(
        (await world.attempt(who, "select public.create_workspace_token($1, 'x')", [workspaceId])).refused,
      ).toBe(refused)
      expect(
        (await world.attempt(who, "select public.rename_workspace_token($1, 'x')", [token.id])).refused,
      ).toBe(refused)
      expect((await world.attempt(who, 'select public.delete_workspace_token($1)', [token.id])).refused).toBe(
        refused,
      )
    }
  })

  test('needs a name of its own and the plan', async () => {
    const again = await world.attempt(owner, "select public.create_workspace_token($1, 'Pipeline')", [
      workspaceId,
    ])
    expect([again.refused, again.message.includes('machine_principals_workspace_id_name_key')]).toEqual([
      '23505',
      true,
    ])
    expect(
      (
        await world.attempt(owner, 'select public.create_workspace_token($1, $2)', [
          workspaceId,
          'x'.repeat(201),
        ])
      ).message,
    ).toBe('Must be no more than 200 characters.')
    // In the words of the constraint the refusal would show the row, and with it the hash.
    const renamed = await world.attempt(owner, "select public.rename_workspace_token($1, ' ')", [token.id])
    expect([renamed.refused, renamed.message]).toEqual(['PT400', 'Required'])
    const small = await world.aWorkspace('tokens-small', 'startup')
    expect(
      (await world.attempt(small.owner, "select public.create_workspace_token($1, 'x')", [small.id])).refused,
    ).toBe('PT402')
  })

  test('is exchanged by the service alone, and records its use at most once a minute', async () => {
    expect(
      (await world.attempt(owner, 'select public.svc_workspace_token($1)', [token.access_token])).refused,
    ).toBe('42501')
    await exchange(token.access_token)
    const used = async () =>
      (await world.db.query('select last_used_at from public.machine_principals where id = $1', [token.id]))
        .rows[0].last_used_at
    const first = await used()
    await exchange(token.access_token)
    expect(await used()).toEqual(first)
    await world.db.query(
      "update public.machine_principals set last_used_at = now() - interval '61 seconds' where id = $1",
      [token.id],
    )
    await exchange(token.access_token)
    expect((await used()) > first).toBe(true)
    expect(await exchange('wmk_nonsense')).toBe(null)
  })

  test('without the feature or in a locked workspace opens nothing', async () => {
    const grant = await granted()
    const sees = async () =>
      (await withGrant(grant, 'select 1 from public.projects where id = $1', [privateProject])).length
    expect(await sees()).toBe(1)
    await world.db.query(
      "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
      [workspaceId],
    )
    expect([await sees(), await exchange(token.access_token)]).toEqual([0, null])
    await world.db.query('update public.workspaces set locked = false where id = $1', [workspaceId])
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 1 where workspace_id = $1',
      [workspaceId],
    )
    expect(await exchange(token.access_token)).toBe(null)
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 4 where workspace_id = $1',
      [workspaceId],
    )
  })
})

describe('a grant', () => {
  test('reads every project of its workspace, its branches and its APIs and models, and nothing of another', async () => {
    const grant = await granted()
    const read = async (sql: string) =>
      (await withGrant(grant, sql)).map((row) => Object.values(row).join(' ')).sort()
    expect(await read('select workspace_id, slug from public.projects')).toEqual([`${workspaceId} hidden`])
    expect(await read('select slug from public.branches')).toEqual(['draft', 'main'])
    expect(await read('select distinct type from public.branch_nodes')).toEqual(['http_operation', 'model'])
    expect(await read('select distinct path from public.branch_files')).toEqual([
      'models/pet.json',
      'reference/api.yaml',
    ])
    expect(await read('select type from public.nodes')).toEqual(['http_operation', 'model'])
  })

  test('reads nodes, search and lists by the calls', async () => {
    const grant = await granted()
    const [row] = await withGrant(
      grant,
      `select (select count(*)::integer from public.search_nodes($1, 'narwhal')) as found,
        array(select public.branch_node(b.id, t) is not null from unnest(array['http_operation', 'model', 'article']) t) as nodes,
        (public.list_projects($1)).items[1].slug as listed
       from public.branches b where b.slug = 'main'`,
      [workspaceId],
    )
    expect(row).toEqual({ found: 2, nodes: [true, true, false], listed: 'hidden' })
  })

  const tocOf = async (grant: string) => {
    const [row] = await withGrant(
      grant,
      "select public.branch_toc(id) as toc from public.branches where project_id = $1 and slug = 'main'",
      [privateProject],
    )
    return row?.toc
  }

  test('reads of the contents the APIs and models, internal ones too, without groups and dividers that lead nowhere', async () => {
    expect(await tocOf(await granted())).toEqual([
      { title: 'Reference' },
      { title: 'API', itemsType: 'http_operation', items: [operation, { title: 'Ops', items: [internal] }] },
      model,
    ])
  })

  test('reads of the contents of a public project what anyone reads as well', async () => {
    await world.db.query("update public.projects set visibility = 'public' where id = $1", [privateProject])
    expect(await tocOf(await granted())).toEqual([
      { title: 'Read first' },
      article,
      { title: 'Guides', items: [article, { title: 'Deep', items: [link] }] },
      { title: 'Reference' },
      contents[5],
      model,
    ])
    await world.db.query("update public.projects set visibility = 'private' where id = $1", [privateProject])
  })

  test('reads no people, groups, teams, settings or trail, and writes nothing', async () => {
    const grant = await granted()
    for (const table of [
      'workspaces',
      'workspace_members',
      'users',
      'emails',
      'groups',
      'teams',
      'project_members',
      'machine_principals',
      'task_logs',
    ])
      await expect(withGrant(grant, `select 1 from public.${table}`)).rejects.toMatchObject({ code: '42501' })
    for (const call of [
      "create_project($1, 'x')",
      'workspace_activity($1)',
      'list_members($1)',
      'list_workspace_tokens($1)',
    ])
      await expect(withGrant(grant, `select public.${call}`, [workspaceId])).rejects.toMatchObject({
        code: '42501',
      })
    await expect(withGrant(grant, "update public.projects set name = 'x'")).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('cannot be forged, prolonged or passed on to another token', async () => {
    const grant = await granted()
    const [id, expires, signature] = grant.split('.') as [string, string, string]
    const forgeries = [
      `${Number(id) + 1}.${expires}.${signature}`,
      `${id}.${Number(expires) + 60}.${signature}`,
      `${id}.${expires}.${'0'.repeat(64)}`,
      token.access_token,
      'nonsense',
      '',
    ]
    for (const forged of forgeries)
      expect(
        await withGrant(forged, 'select 1 from public.projects where id = $1', [privateProject]),
      ).toEqual([])
    const { rows } = await world.db.query(
      "select said || '.' || private.sign_grant(said) as late from (select $1 || '.' || floor(extract(epoch from now()) - 1) as said) x",
      [id],
    )
    expect(
      await withGrant(rows[0].late, 'select 1 from public.projects where id = $1', [privateProject]),
    ).toEqual([])
  })

  test('means nothing beside a person’s own token', async () => {
    const rows = await withGrant(
      await granted(),
      'select 1 from public.projects where id = $1',
      [privateProject],
      maker,
    )
    expect(rows).toEqual([])
    const found = 'select from public.search_nodes($1, $2)'
    expect(await withGrant(await granted(), found, [workspaceId, 'narwhal'])).not.toEqual([])
    expect(await withGrant(await granted(), found, [workspaceId, 'narwhal'], maker)).toEqual([])
  })

  test('ends when its token is removed', async () => {
    const [row] = await world.does<{ made: typeof token }>(
      owner,
      "select to_jsonb(public.create_workspace_token($1, 'Short')) as made",
      [workspaceId],
    )
    const grant = (await exchange(row?.made.access_token ?? ''))?.grant ?? ''
    const sees = async () =>
      (await withGrant(grant, 'select 1 from public.projects where id = $1', [privateProject])).length
    expect(await sees()).toBe(1)
    await world.does(owner, 'select public.delete_workspace_token($1)', [row?.made.id])
    expect(await sees()).toBe(0)
  })
})
