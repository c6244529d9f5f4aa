// The settings of a workspace, changed by the one call: who may, what is refused, who came first, and what the trail keeps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { badLines, goodLines } from '../../supabase/functions/_shared/domain/redirects-cases.ts'
import { workspaceRoles } from '../../supabase/functions/_shared/domain/roles.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let id: number
let owner: Person
let admin: Person

const sql = 'select to_json(f) as answer from public.update_workspace_settings($1, $2, $3) f'
const save = (who: Caller, changes: unknown, seen: unknown = null, workspace = id) =>
  world.does<{ answer: Record<string, unknown> }>(who, sql, [
    workspace,
    JSON.stringify(changes),
    seen === null ? null : JSON.stringify(seen),
  ])
const refused = async (who: Caller, changes: unknown, seen: unknown = null, workspace = id) => {
  const { refused, message } = await world.attempt(who, sql, [
    workspace,
    JSON.stringify(changes),
    seen === null ? null : JSON.stringify(seen),
  ])
  return refused === null ? 'allowed' : `${refused}: ${message}`
}
const stored = async (name: string) => {
  const { rows } = await world.db.query(
    'select to_jsonb(w) -> $2 as value from public.workspaces w where id = $1',
    [id, name],
  )
  return rows[0].value
}
const lastEvent = async () => {
  const { rows } = await world.db.query(
    'select type, actor_name, metadata from public.activity_events where workspace_id = $1 order by id desc limit 1',
    [id],
  )
  return rows[0]
}

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('dressed')
  id = workspace.id
  owner = workspace.owner
  admin = await world.aMember(id, 'admin', 'second-admin')
})
afterAll(() => world.end())

test('are changed by who has the permission; others learn what they may', async () => {
  const may = ['owner', 'billing', 'admin']
  for (const role of workspaceRoles) {
    const person = role === 'owner' ? owner : await world.aMember(id, role, `tries-${role}`)
    const outcome = await refused(person, { show_tryit: false })
    expect([role, outcome]).toEqual([
      role,
      may.includes(role) ? 'allowed' : 'PT403: You do not have permission to do this in this workspace.',
    ])
  }
  const stranger = (await world.aWorkspace('stranger')).owner
  expect(await refused(stranger, { show_tryit: false })).toMatch(/^PT404/)
  expect(await refused(null, { show_tryit: false })).toMatch(/^42501/)
  expect(await refused(owner, { show_tryit: false }, null, 999_999)).toMatch(/^PT404/)
})

test('are answered all together, as they are afterwards', async () => {
  const [row] = await save(owner, { name: '  Analytical  ', show_userway: true, logo_url: '' })
  expect(row?.answer).toMatchObject({ name: 'Analytical', show_userway: true, logo_url: null, theme: {} })
  expect(Object.keys(row?.answer ?? {})).not.toContain('locked')
})

describe('a value that is no value of the setting', () => {
  const long = (length: number) => 'x'.repeat(length)
  const wrong: [string, unknown, string][] = [
    ['name', '', 'Required'],
    ['name', ' a ', 'Must be at least 2 characters'],
    ['name', long(21), 'Must be no more than 20 Characters'],
    ['name', null, 'Required'],
    ['name', 7, 'Must be a text'],
    ['name', 'a\u202eb', 'Must have something to read'],
    ['show_tryit', 'true', 'Must be true or false'],
    ['show_tryit', null, 'Required'],
    ['show_tryit', [true], 'Must be true or false'],
    ['idle_timeout_seconds', 0, 'Must be a whole number of seconds'],
    ['idle_timeout_seconds', 1, 'Must be a whole number of seconds, from a minute'],
    ['idle_timeout_seconds', 59, 'Must be a whole number of seconds, from a minute'],
    ['idle_timeout_seconds', 1.5, 'Must be a whole number of seconds'],
    ['idle_timeout_seconds', 1e300, 'Must be a whole number of seconds'],
    ['idle_timeout_seconds', '60', 'Must be a number'],
    ['google_tag_manager', 'GTM-1', 'Must be the ID of a container'],
    ['google_tag_manager', "GTM-A1B2');alert(1)//", 'Must be the ID of a container'],
    ['google_tag_manager', 'GTM-A1B2\n', 'Must be the ID of a container'],
    ['localizejs', '../x', 'Must be the key of a project'],
    ['logo_url', 'javascript:alert(1)', 'Must be a valid URL.'],
    ['favicon_url', `https://x.example/${long(4000)}`, 'Must be a valid URL.'],
    ['theme', 'dark', 'Must be an object'],
    ['theme', null, 'Required'],
    ['theme', { 'color-primary': long(5000) }, 'A theme has colours such as #2ea44e'],
    ['theme', { 'color-primary': '#12345' }, 'A theme has colours such as #2ea44e'],
    ['theme', { 'color-primary': '#1' }, 'A theme has colours such as #2ea44e'],
    ['home_content', long(30_001), 'Must be no more than 30000 characters'],
    ['redirects', long(50_001), 'Must be no more than 50000 characters'],
    ['locked', true, 'A workspace has no such setting.'],
    ['domain', 'evil.example', 'A workspace has no such setting.'],
    ['id', 1, 'A workspace has no such setting.'],
    ['"; drop table x', 1, 'A workspace has no such setting.'],
    [long(10_000), 1, 'A workspace has no such setting.'],
  ]
  test.each(wrong)('%.20s: %.30j', async (name, value, sentence) => {
    const before = await stored('updated_at')
    const said = await refused(owner, { show_userway: false, [name]: value })
    expect(said.startsWith('PT400: ') && said.includes(sentence) ? 'refused' : said).toBe('refused')
    expect(await stored('updated_at')).toEqual(before)
  })

  test('is refused at the limit and not before', async () => {
    expect(await refused(owner, { name: long(20), home_content: long(30_000) })).toBe('allowed')
    expect(await refused(owner, { name: 'ab', idle_timeout_seconds: 31_536_000 })).toBe('allowed')
    expect(await refused(owner, { idle_timeout_seconds: 60 })).toBe('allowed')
    expect(await refused(owner, { idle_timeout_seconds: 31_536_001 })).toMatch(/^PT400/)
  })

  test('is refused by the table as well, whichever door it comes by', async () => {
    const set = (change: string) =>
      world.attempt(owner, `update public.workspaces set ${change} where id = $1`, [id])
    expect((await set(`name = 'x'`)).refused).toBe('PT400')
    expect((await set(`google_tag_manager = 'GTM-1'`)).refused).toBe('PT400')
  })

  test.each([[[]], ['x'], [null], [7]])('%j are no changes', async (changes) => {
    expect(await refused(owner, changes)).toMatch(/^PT400: Settings are an object/)
    expect(await refused(owner, { show_tryit: false }, changes === null ? 'x' : changes)).toMatch(/^PT400/)
  })
})

describe('redirects', () => {
  const set = (redirects: string) => refused(owner, { redirects })

  test.each(goodLines)('may say %j', async (line) => {
    expect(await set(line)).toBe('allowed')
  })

  test.each(badLines)('may not say %j', async (line) => {
    expect(await set(`/first /line\n\n${line}`)).toMatch(/^PT400: Line 3 is no redirect/)
  })

  test('are a thousand at most', async () => {
    const rules = Array.from({ length: 1000 }, (_, index) => `/a${index} /b`).join('\n')
    expect(await set(rules)).toBe('allowed')
    expect(await set(`${rules}\n/x /y`)).toMatch(/^PT400: Line 1001/)
  })

  test('are shown to anybody, while the plan holds them', async () => {
    const place = await world.aWorkspace('redirecting')
    await save(place.owner, { redirects: '/a /b' }, null, place.id)
    const shown = async () =>
      (await world.attempt(null, "select public.workspace_redirects('Redirecting') as text")).rows[0]?.text
    expect(await shown()).toBe('/a /b')
    await world.db.query(
      "update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'free') where workspace_id = $1",
      [place.id],
    )
    expect(await shown()).toBe(null)
  })
})

describe('two who change the same', () => {
  test('the second is told who came first, and nothing of theirs is written', async () => {
    await save(owner, { show_tryit: true, name: 'First' })
    await save(admin, { name: 'Second' }, { name: 'First' })
    const said = await refused(
      owner,
      { name: 'Third', show_tryit: false },
      { name: 'First', show_tryit: true },
    )
    expect(said).toBe('PT409: second-admin changed this meanwhile.')
    expect([await stored('name'), await stored('show_tryit')]).toEqual(['Second', true])
  })

  test('agree where both want the same, and where they change other things', async () => {
    await save(admin, { name: 'Agreed', show_userway: true })
    expect(await refused(owner, { name: 'Agreed' }, { name: 'Second' })).toBe('allowed')
    expect(await refused(owner, { show_tryit: false }, { name: 'Second', show_tryit: true })).toBe('allowed')
  })

  test('an empty text is none, in what was seen too', async () => {
    await save(owner, { localizejs: null })
    expect(await refused(admin, { localizejs: 'abcdefgh12' }, { localizejs: '' })).toBe('allowed')
    expect(await refused(admin, { localizejs: 'abcdefgh12' }, { localizejs: 'abcdefgh99' })).toMatch(/^PT409/)
  })

  test('at once: one is written, the other refused', async () => {
    await save(owner, { name: 'Race' })
    const tally = await world.race([owner, admin], sql, (index) => [
      id,
      JSON.stringify({ name: `Winner ${index}` }),
      JSON.stringify({ name: 'Race' }),
    ])
    expect(tally).toEqual({ done: 1, PT409: 1 })
  })
})

test('the trail says who changed what, from what to what; nothing for no change', async () => {
  await save(owner, { show_tryit: true, localizejs: null, home_content: 'x'.repeat(2000) })
  await save(admin, { show_tryit: false, localizejs: 'abcdefgh12', home_content: null })
  const event = await lastEvent()
  expect(event).toMatchObject({
    type: 'workspace.updated',
    actor_name: 'second-admin',
    metadata: {
      changed: ['home_content', 'localizejs', 'show_tryit'],
      old: { show_tryit: true, home_content: `${'x'.repeat(1000)}…` },
      new: { show_tryit: false, localizejs: 'abcdefgh12' },
    },
  })
  await save(admin, { show_tryit: false })
  expect(await lastEvent()).toEqual(event)
})

test('what a plan sells is refused without it, and with all that came along', async () => {
  const frugal = await world.aWorkspace('frugal-settings', 'free')
  for (const change of [
    { hide_powered_by: true },
    { favicon_url: 'https://acme.example/f.ico' },
    {
      theme: {
        'color-primary': '#000000',
        'color-accent': '#0af',
        'color-sidebar-bg': '#0AF8',
        'color-on-sidebar': '#00aaff80',
      },
    },
    { google_tag_manager: 'GTM-A1B2' },
    { localizejs: 'abcdefgh12' },
    { redirects: '/a /b' },
  ])
    expect(await refused(frugal.owner, { ...change, show_tryit: false }, null, frugal.id)).toMatch(/^PT402/)
  expect(await refused(frugal.owner, { redirects: '', theme: {} }, null, frugal.id)).toBe('allowed')
})
