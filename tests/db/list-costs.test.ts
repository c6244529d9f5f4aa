// What a page reads does not follow the size of the workspace: blocks of the database touched, at 500 and at 5,000 projects.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LargeWorkspace, makeLarge } from '../bench/support/large.ts'
import { aWorld, type World } from './support/people.ts'

let world: World
let small: LargeWorkspace
let large: LargeWorkspace

beforeAll(async () => {
  world = await aWorld()
  // As many members a project: what one person was given stays the same, and that is what access costs.
  const size = { teams: 20, groups: 20 }
  small = await makeLarge(world.db, { ...size, slug: 'small', members: 100, projects: 500 })
  large = await makeLarge(world.db, { ...size, slug: 'large', members: 1_000, projects: 5_000 })
  // Whoever still looks at the database from before, as autovacuum may, keeps pages from being marked as visible to all.
  await vi.waitUntil(async () => (await invisiblePages()) === 0, { timeout: 60_000 })
}, 120_000)
afterAll(() => world.end())

async function invisiblePages(): Promise<number> {
  await world.db.query('vacuum public.projects')
  const { rows } = await world.db.query<{ pages: number }>(
    `select relpages - relallvisible as pages from pg_class where oid = 'public.projects'::regclass`,
  )
  return rows[0]?.pages ?? 0
}

interface Plan {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
}

/** Blocks that a statement touches for somebody, when its plans are known. */
async function blocks(workspace: LargeWorkspace, role: string, sql: string): Promise<number> {
  const person = workspace.people[role]
  if (!person) throw new Error(`nobody is ${role}`)
  return world.as({ id: person.userId, authId: person.authId }, async (ask) => {
    await ask(sql, [workspace.id])
    const [row] = await ask<Plan & Record<string, unknown>>(
      `explain (analyze, buffers, format json) ${sql}`,
      [workspace.id],
    )
    const plan = row?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  })
}

const pages: [string, string][] = [
  ['projects by the call', 'select public.list_projects($1)'],
  ['projects by their last change', "select public.list_projects($1, p_order => '-updated_at')"],
  [
    'projects by a table read',
    'select id, name, slug from public.projects where workspace_id = $1 order by name, id limit 50',
  ],
  [
    'pinned projects',
    'select p.id from public.project_pins pp join public.projects p on p.id = pp.project_id where p.workspace_id = $1 order by pp.position',
  ],
  ['groups', 'select id, name from public.groups where workspace_id = $1 order by name'],
  ['permissions', 'select * from public.my_permissions($1)'],
]

describe.each(pages)('%s', (_name, sql) => {
  test.each(['owner', 'maker', 'viewer', 'guest'])('for a %s', async (role) => {
    const [few, many] = [await blocks(small, role, sql), await blocks(large, role, sql)]
    expect(many).toBeLessThan(few * 1.6 + 60)
  })
})

test.each([
  ['project', (rows: number) => `select public.list_projects($1, p_limit => ${rows})`, 70],
  ['group', (rows: number) => `select public.list_groups($1, p_limit => ${rows})`, 135],
])('one more %s on a page does not ask again who the caller is', async (_name, page, most) => {
  const [short, long] = [await blocks(large, 'owner', page(5)), await blocks(large, 'owner', page(20))]
  expect((long - short) / 15).toBeLessThan(most)
})

test('the trail, newest first, back, and by a type that is rare', async () => {
  for (const sql of [
    'select * from public.workspace_activity($1)',
    "select * from public.workspace_activity($1, p_types => '{team}')",
    "select * from public.workspace_activity($1, p_types => '{group.created}')",
  ]) {
    const [few, many] = [await blocks(small, 'owner', sql), await blocks(large, 'owner', sql)]
    expect(many).toBeLessThan(few * 1.6 + 60)
  }
})

/** The names of all projects that the owner of the small workspace lists, page after page. */
async function listedIn(order: string): Promise<string[]> {
  const owner = small.people.owner
  const seen: string[] = []
  await world.as({ id: owner?.userId ?? 0, authId: owner?.authId ?? '' }, async (ask) => {
    let after: string | null = null
    do {
      const rows: { page: { items: { name: string }[]; next: string | null } }[] = await ask(
        'select to_jsonb(public.list_projects($1, p_after => $2, p_limit => 120, p_order => $3)) as page',
        [small.id, after, order],
      )
      seen.push(...(rows[0]?.page.items.map((item) => item.name) ?? []))
      after = rows[0]?.page.next ?? null
    } while (after)
  })
  return seen
}

test('the next page begins where the last one ended, until there is none', async () => {
  const seen = await listedIn('name')
  const { compare } = new Intl.Collator('en', { numeric: true })
  expect(seen).toEqual([...new Set(seen)].sort(compare))
  expect(seen).toHaveLength(500)
  expect(await listedIn('-name')).toEqual(seen.toReversed())
})

test('projects come by their last change, either way', async () => {
  const newest = await world.db.query<{ name: string }>(
    'update public.projects set icon_color = icon_color where id = (select min(id) from public.projects where workspace_id = $1) returning name',
    [small.id],
  )
  const first = await listedIn('-updated_at')
  expect(first).toHaveLength(500)
  expect(first[0]).toBe(newest.rows[0]?.name)
  expect(await listedIn('updated_at')).toEqual(first.toReversed())
  await expect(listedIn('slug')).rejects.toThrow('Projects are ordered by name or updated_at.')
})

test('one project is found by its slug', async () => {
  const owner = small.people.owner
  const [row] = await world.as({ id: owner?.userId ?? 0, authId: owner?.authId ?? '' }, (ask) =>
    ask<{ page: { items: { slug: string }[] } }>(
      `select to_jsonb(public.list_projects($1, p_slug => (select slug from public.projects where workspace_id = $1 order by id desc limit 1))) as page`,
      [small.id],
    ),
  )
  expect(row?.page.items).toHaveLength(1)
})

test.each(['owner', 'maker', 'viewer', 'guest'])(
  'a %s lists exactly what the policies show',
  async (role) => {
    const someone = small.people[role]
    const person = { id: someone?.userId ?? 0, authId: someone?.authId ?? '' }
    const [byCall, byTable] = await world.as(person, async (ask) => [
      await ask(
        'select item.id::integer from unnest((public.list_projects($1, p_limit => 500)).items) item order by 1',
        [small.id],
      ),
      await ask('select id::integer from public.projects where workspace_id = $1 order by 1', [small.id]),
    ])
    expect(byCall).toEqual(byTable)
    expect(byCall?.length).toBeGreaterThan(50)
  },
)
