// Nothing that gives rights or settings is written without an entry: each table says here which trigger tells of it, or why none has to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toldTables } from '../../web/src/features/activity/told-tables.ts'
import { notTold, told } from '../support/told-tables.ts'
import { aWorld, become, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let maker: Person

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('audit')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker', 'audit-maker')
})
afterAll(() => world.end())

/** Of people, not of a workspace; and the secret of a webhook, whose installation its repository tells. */
const notOfAWorkspace = [
  'private.codes',
  'private.ended_sessions',
  'private.unsubscribe_tokens',
  'private.webhook_secrets',
]
/** Stars and pins are somebody's own; a release is content. */
const ownToPeople = ['public.node_stars', 'public.project_pins', 'public.releases']

test('of every table it is said what tells of it; those that a person may write, and those with a secret, are told of', async () => {
  const { rows } = await world.db.query<{
    name: string
    is_secret: boolean
    has_trigger: boolean
    is_written: boolean
  }>(`
    select n.nspname || '.' || c.relname as name,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and a.attname in ('token_hash', 'ciphertext')) as is_secret,
      exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgfoid::regproc::text like 'private.log\\_%') as has_trigger,
      has_any_column_privilege('authenticated', c.oid, 'insert, update') or has_table_privilege('authenticated', c.oid, 'delete') as is_written
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private') order by 1`)
  const decided = [...Object.keys(told), ...Object.values(notTold).flat()]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  const missing = rows.filter(({ name, has_trigger }) => told[name] === 'trigger' && !has_trigger)
  expect(missing).toEqual([])
  const secret = rows.filter(({ is_secret }) => is_secret).map(({ name }) => name)
  expect(secret.filter((name) => !(name in told))).toEqual(notOfAWorkspace)
  const written = rows.filter(({ is_written }) => is_written).map(({ name }) => name)
  expect(written.filter((name) => !(name in told))).toEqual(ownToPeople)
})

test('the screen of the trail hears of every told table that tells the channel of a workspace', async () => {
  const { rows } = await world.db.query<{ name: string; source: string }>(`
    select distinct t.tgrelid::regclass::text as name, p.prosrc as source from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgname like 'announce\\_%'`)
  // The first of a private.change is its workspace.
  const heard = rows.filter(({ source }) => /\brow\((?!null,)[^()]*\)::private\.change/.test(source))
  const names = heard.map(({ name }) => (name.includes('.') ? name : `public.${name}`))
  const mustHear = [...new Set(names)].filter((name) => name in told)
  expect(mustHear.map((name) => name.replace(/^.*\./, '')).toSorted()).toEqual(toldTables)
})

test('each function that is said to tell of its table does so, and the trail is written by nothing else', async () => {
  const { rows } = await world.db.query<{ name: string; source: string }>(
    `select p.pronamespace::regnamespace || '.' || p.proname as name, p.prosrc as source from pg_proc p
     where p.pronamespace::regnamespace::text in ('public', 'private')`,
  )
  const sourceOf = (name: string) => rows.filter((row) => row.name === name).map(({ source }) => source)
  for (const how of Object.values(told)) {
    if (how === 'trigger') continue
    expect(sourceOf(how.by).join('\n'), how.by).toMatch(/log_activity|log_billing/)
  }
  const writers = rows.filter(({ source }) => /insert into public\.activity_events/.test(source))
  expect(writers.map(({ name }) => name).sort()).toEqual([
    'private.log_activity',
    'private.log_activity_of',
    'public.svc_signup_workspace',
  ])
})

interface Entry {
  type: string
  actor_email: string
  ip_address: string | null
  metadata: { changes?: Record<string, { old?: unknown; new?: unknown }> } & Record<string, unknown>
  origin: Record<string, unknown>
}

const newest = async (): Promise<Entry> => {
  const rows = await world.as(owner, (ask) =>
    ask<Entry & Record<string, unknown>>('select * from public.workspace_activity($1, p_limit => 1)', [
      workspaceId,
    ]),
  )
  if (!rows[0]) throw new Error('There is no entry.')
  return rows[0]
}

test('an entry says who, from where, by what, and what it was before', async () => {
  await become(world.db, owner)
  await world.db.query(`select set_config('request.headers', $1, true)`, [
    JSON.stringify({ 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Mozilla/5.0 (Test)' }),
  ])
  await world.db.query('update public.workspaces set hide_sign_in = true where id = $1', [workspaceId])
  await world.db.query('commit')
  expect(await newest()).toMatchObject({
    type: 'workspace.updated',
    ip_address: '203.0.113.7',
    metadata: { changed: ['hide_sign_in'], old: { hide_sign_in: false }, new: { hide_sign_in: true } },
    origin: { user_agent: 'Mozilla/5.0 (Test)', method: expect.any(String) },
  })
})

describe('what was not told before', () => {
  test('a domain with another role', async () => {
    const [domain] = await world.does<{ id: string }>(
      owner,
      `select (public.add_approved_domain($1, 'audit.example', 'viewer')).id`,
      [workspaceId],
    )
    await world.does(owner, `select public.update_approved_domain($1, p_role => 'maker')`, [domain?.id])
    expect(await newest()).toMatchObject({
      type: 'workspace.domain.updated',
      metadata: { changes: { role: { old: 'viewer', new: 'maker' } } },
    })
  })

  test('links, published branches, tokens and style guides of a project', async () => {
    const [made] = await world.does<{ id: string }>(
      owner,
      `select ((to_jsonb(a) -> 'project') ->> 'id') as id from public.create_project($1, 'Audited') a`,
      [workspaceId],
    )
    const projectId = Number(made?.id)
    const { rows } = await world.db.query<{ id: string }>(
      `insert into public.branches (project_id, name, slug) values ($1, 'next', 'next') returning id`,
      [projectId],
    )
    await world.does(owner, 'select public.share_branch($1, true)', [rows[0]?.id])
    expect(await newest()).toMatchObject({
      type: 'project.branch.updated',
      metadata: { name: 'next', changes: { share_enabled: { old: false, new: true } } },
    })
    await world.does(owner, 'select public.keep_ci_token($1, $2, $3)', [
      projectId,
      `wmci_${'a'.repeat(43)}`,
      JSON.stringify({ ciphertext: 'AAAA', key_id: 'k' }),
    ])
    const entry = await newest()
    expect(entry).toMatchObject({ type: 'project.ci_token.created', metadata: { project: 'Audited' } })
    expect(JSON.stringify(entry)).not.toMatch(/AAAA|wmci_/)
  })

  test('how many of a team approve, and how many before', async () => {
    const { rows } = await world.db.query<{ group: string; team: string }>(
      `with g as (insert into public.groups (workspace_id, name) values ($1, 'Approved') returning id),
         t as (insert into public.teams (workspace_id, name, slug) values ($1, 'Approvers', '') returning id)
       select g.id as "group", t.id as team from g, t`,
      [workspaceId],
    )
    const told = []
    for (const approvals of [2, 1, 0]) {
      await world.does(owner, 'select public.set_group_reviewers($1, $2, $3)', [
        rows[0]?.group,
        rows[0]?.team,
        approvals,
      ])
      const { type, metadata } = await newest()
      told.push([type, metadata.group, metadata.team, metadata.old, metadata.approvals])
    }
    const each = ['group.reviewers_set', 'Approved', 'Approvers']
    expect(told).toEqual([
      [...each, 0, 2],
      [...each, 2, 1],
      [...each, 1, 0],
    ])
  })

  test('the first use of a workspace token, once', async () => {
    const [made] = await world.does<{ token: string }>(
      owner,
      `select (public.create_workspace_token($1, 'First')).access_token as token`,
      [workspaceId],
    )
    for (let use = 0; use < 2; use++)
      await world.db.query('select public.svc_workspace_token($1)', [made?.token])
    expect((await newest()).type).toBe('workspace.token.first_used')
    const { rows } = await world.db.query<{ uses: number }>(
      `select count(*)::integer as uses from public.activity_events
       where workspace_id = $1 and type = 'workspace.token.first_used'`,
      [workspaceId],
    )
    expect(rows[0]?.uses).toBe(1)
  })
})

test('nobody changes an entry, and a stranger reads none', async () => {
  await expect(
    world.db.query(`update public.activity_events set metadata = '{}' where workspace_id = $1`, [
      workspaceId,
    ]),
  ).rejects.toThrow()
  await expect(
    world.as(maker, (ask) => ask('select * from public.workspace_activity($1)', [workspaceId])),
  ).rejects.toThrow()
})
