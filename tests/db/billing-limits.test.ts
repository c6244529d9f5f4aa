// Beyond the plan: projects that can only be read, and workspaces that are locked.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let place: { id: number; owner: Person }
let count = 0

beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  place = await world.aWorkspace(`limits-${++count}`, 'startup')
})

const setPlan = (name: string) =>
  world.db.query(
    `update public.billing_accounts a set billing_product_id = p.id, included_members = p.included_members
     from public.billing_products p where p.name = $2 and a.workspace_id = $1`,
    [place.id, name],
  )
const make = async (name: string) =>
  (await world.answer<{ project: { id: number } }>(place.owner, 'create_project($1, $2)', [place.id, name]))
    .project.id
const readOnly = async () =>
  (
    await world.db.query<{ name: string }>(
      'select name from public.projects where workspace_id = $1 and is_read_only order by created_at, id',
      [place.id],
    )
  ).rows.map(({ name }) => name)
const lock = async () =>
  (await world.db.query('select locked, lock_reason from public.workspaces where id = $1', [place.id]))
    .rows[0]

describe('what a lower plan says that it takes', () => {
  it('tells what goes on: what is there of it stays, and more is refused', async () => {
    await setPlan('pro_team')
    const group = (name: string) => world.answer(place.owner, 'create_group($1, $2)', [place.id, name])
    await group('Commerce')
    const losses = await world.answer<{ feature: string; goes_on: boolean }[]>(
      place.owner,
      'plan_losses($1, 3)',
      [place.id],
    )
    const going = losses.filter(({ goes_on }) => goes_on).map(({ feature }) => feature)
    expect(going.sort()).toEqual([
      'custom_git_integration',
      'design_library',
      'groups',
      'saml_ldap_integration',
      'style_guides',
      'teams',
    ])
    await setPlan('startup')
    await expect(group('Billing')).rejects.toMatchObject({
      message: expect.stringContaining('upgrade your plan'),
    })
    await world.does(
      place.owner,
      "update public.groups set name = 'Trade' where workspace_id = $1 and name = 'Commerce'",
      [place.id],
    )
    const kept = await world.db.query('select name from public.groups where workspace_id = $1', [place.id])
    expect(kept.rows).toEqual([{ name: 'Trade' }])
  })
})

describe('projects beyond the plan', () => {
  it('become read-only but the oldest, and are written again once the plan holds them', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await make(name)
    await setPlan('basic')
    expect(await readOnly()).toEqual(['Four', 'Five'])
    await setPlan('free')
    expect(await readOnly()).toEqual(['Two', 'Three', 'Four', 'Five'])
    await setPlan('startup')
    expect(await readOnly()).toEqual([])
  })

  it('make room for the next when an older one is deleted', async () => {
    const first = await make('One')
    for (const name of ['Two', 'Three', 'Four', 'Five']) await make(name)
    await setPlan('basic')
    await world.does(place.owner, 'select public.delete_project($1)', [first])
    expect(await readOnly()).toEqual(['Five'])
  })

  it('refuse every door that writes, and none that reads, lets people in or deletes', async () => {
    for (const name of ['One', 'Two', 'Three']) await make(name)
    const last = await make('Four')
    const [{ branch_id: branch }] = (
      await world.db.query('select default_branch_id::int as branch_id from public.projects where id = $1', [
        last,
      ])
    ).rows as [{ branch_id: number }]
    await setPlan('basic')
    const refused = { refused: 'PT402', message: expect.stringContaining('This project is read-only') }
    const attempts: [string, unknown[]][] = [
      [`update public.projects set name = 'Other' where id = $1`, [last]],
      [`update public.branches set name = 'other' where id = $1`, [branch]],
      [`select public.import_files($1, 'main', '[]')`, [last]],
      [`select public.set_project_style_guides($1, '{}')`, [last]],
      [`select public.create_release($1, 'main', '1.0.0')`, [last]],
      [`select public.keep_ci_token($1, 'x', '{}')`, [last]],
      [`select public.create_documents($1, '[{"path": "a.md", "text": "A"}]')`, [branch]],
    ]
    for (const [sql, values] of attempts)
      expect([sql, await world.attempt(place.owner, sql, values)]).toEqual([
        sql,
        expect.objectContaining(refused),
      ])
    expect(
      (await world.attempt(place.owner, 'select name from public.projects where id = $1', [last])).count,
    ).toBe(1)
    const opened = await world.answer<{ mode: string; reason: string }>(
      place.owner,
      'open_studio((select p.slug from public.projects p where p.id = $1), null, $2)',
      [last, place.id],
    )
    expect(opened).toMatchObject({ mode: 'readOnly', reason: 'project_over_plan' })
    expect(
      await world
        .answer(place.owner, 'my_project_permissions($1)', [last])
        .then((all) => JSON.stringify(all)),
    ).not.toContain('contents_update')
    expect(await world.said(place.owner, 'delete_project($1)', [last])).toBe('allowed')
  })

  it('take nothing from their Git host and nothing by a CI token', async () => {
    const first = await make('One')
    await make('Two')
    const last = await make('Three')
    await setPlan('free')
    const queue = (id: number) =>
      world.db
        .query(`select private.queue_git_analysis($1, 'main', 'push', null, null) is not null as queued`, [
          id,
        ])
        .then(({ rows }) => rows[0].queued)
    expect([await queue(first), await queue(last)]).toEqual([true, false])
    await world.db.query(
      `insert into private.ci_tokens (project_id, token_hash, ciphertext, key_id, created_by) select $1, extensions.digest('t', 'sha256'), 'x', 'k', $2`,
      [last, place.owner.id],
    )
    await expect(
      world.db.query(`select private.require_ci_token($1, encode(extensions.digest('t', 'sha256'), 'hex'))`, [
        last,
      ]),
    ).rejects.toThrow('This project is read-only')
  })
})

describe('the look that a plan sells', () => {
  it('is shown while the plan holds it, and comes back with the plan', async () => {
    await setPlan('pro_team')
    const set = {
      hide_powered_by: true,
      favicon_url: 'https://limits.example/f.ico',
      theme: { 'color-primary': '#112233' },
    }
    await world.does(
      place.owner,
      'update public.workspaces set hide_powered_by = $2, favicon_url = $3, theme = $4 where id = $1',
      [place.id, set.hide_powered_by, set.favicon_url, set.theme],
    )
    const project = await make('Open')
    await world.db.query(`update public.projects set visibility = 'public' where id = $1`, [project])
    const shown = async () => {
      const [row] = await world.as(null, (ask) =>
        ask<{ site: typeof set; host: { hide_powered_by: boolean } }>(
          'select public.workspace_by_slug($1) as site, public.project_workspace($2) as host',
          [`limits-${count}`, project],
        ),
      )
      return { site: row?.site, host: row?.host.hide_powered_by }
    }
    const all = { site: expect.objectContaining(set), host: true }
    expect(await shown()).toEqual(all)
    await setPlan('free')
    expect(await shown()).toEqual({
      site: expect.objectContaining({ hide_powered_by: false, favicon_url: null, theme: {} }),
      host: false,
    })
    await setPlan('pro_team')
    expect(await shown()).toEqual(all)
  })
})

describe('a lock', () => {
  it('that an operator set without a reason is neither laid over nor lifted by ours', async () => {
    await world.aMember(place.id, 'maker')
    await world.db.query('update public.workspaces set locked = true where id = $1', [place.id])
    const operators = { locked: true, lock_reason: null }
    await setPlan('free')
    expect(await lock()).toEqual(operators)
    await world.db.query(
      `update public.billing_accounts set past_due_since = now() - interval '20 days' where workspace_id = $1`,
      [place.id],
    )
    expect(await lock()).toEqual(operators)
    await setPlan('startup')
    await world.db.query('update public.billing_accounts set past_due_since = null where workspace_id = $1', [
      place.id,
    ])
    expect(await lock()).toEqual(operators)
  })

  it('is announced where more people are left than the Free plan has room for, and averted by who leaves', async () => {
    const maker = await world.aMember(place.id, 'maker')
    await setPlan('free')
    expect(await lock()).toEqual({ locked: false, lock_reason: 'overusage' })
    await world.does(place.owner, 'select public.remove_member($1, $2)', [place.id, maker.id])
    expect(await lock()).toEqual({ locked: false, lock_reason: null })
  })

  it('comes two weeks later, lets the oldest owner in alone, and ends with a plan', async () => {
    const maker = await world.aMember(place.id, 'maker')
    await setPlan('free')
    const { rows } = await world.db.query<{ days: number }>(
      'select round(extract(epoch from lock_at - now()) / 86400)::int as days from public.workspaces where id = $1',
      [place.id],
    )
    expect(rows).toEqual([{ days: 14 }])
    await world.db.query(`update public.workspaces set lock_at = now() - interval '1 second' where id = $1`, [
      place.id,
    ])
    await world.db.query('select private.apply_locks()')
    expect(await lock()).toEqual({ locked: true, lock_reason: 'overusage' })
    const sees = async (who: Person) =>
      (await world.attempt(who, 'select 1 from public.workspaces where id = $1', [place.id])).count
    expect([await sees(place.owner), await sees(maker)]).toEqual([1, 0])
    await setPlan('startup')
    expect(await lock()).toEqual({ locked: false, lock_reason: null })
    expect([await sees(place.owner), await sees(maker)]).toEqual([1, 1])
    const { rows: mails } = await world.db.query<{ kind: string }>(
      `select kind from private.billing_notices where workspace_id = $1 order by created_at, kind`,
      [place.id],
    )
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['lock_announced', 'locked', 'unlocked'])
  })

  it('of an operator, without a reason, is left alone', async () => {
    await world.db.query('update public.workspaces set locked = true where id = $1', [place.id])
    await setPlan('basic')
    expect(await lock()).toEqual({ locked: true, lock_reason: null })
  })

  it('is none in an installation of one company', async () => {
    await world.db.query(`update private.deployment set mode = 'single_tenant'`)
    try {
      await world.aMember(place.id, 'maker')
      for (const name of ['One', 'Two']) await make(name)
      await setPlan('free')
      expect([await lock(), await readOnly()]).toEqual([{ locked: false, lock_reason: null }, []])
      const said = (call: string) => world.said(place.owner, call, [place.id])
      expect(await said('workspace_billing($1)')).toMatch(/not found|no workspace/i)
      expect(await said('plan_losses($1, 1)')).toMatch(/not found|no workspace/i)
      // What Free lacks is had.
      for (const feature of ['groups', 'private_projects', 'teams', 'members'])
        expect(
          (await world.db.query('select private.feature_allows($1, $2, 1000) as yes', [place.id, feature]))
            .rows[0],
        ).toEqual({ yes: true })
    } finally {
      await world.db.query(`update private.deployment set mode = 'multi_tenant'`)
    }
  })
})

describe('seats that are about to be given back', () => {
  it('are nobody’s meanwhile, and not those in use', async () => {
    await setPlan('basic')
    await world.db.query('update public.billing_accounts set paid_members = 2 where workspace_id = $1', [
      place.id,
    ])
    for (const name of ['ann', 'ben', 'cem']) await world.aMember(place.id, 'maker', name)
    const allows = () =>
      world.db
        .query(`select private.feature_allows($1, 'members') as yes`, [place.id])
        .then(({ rows }) => rows[0].yes)
    expect(await allows()).toBe(true)
    await expect(world.db.query('select public.svc_lower_seats($1, 0)', [place.id])).rejects.toThrow(
      '4 members use',
    )
    await world.db.query('select public.svc_lower_seats($1, 1)', [place.id])
    expect(await allows()).toBe(false)
    await world.db.query('select public.svc_lower_seats($1, null)', [place.id])
    expect(await allows()).toBe(true)
  })
})
