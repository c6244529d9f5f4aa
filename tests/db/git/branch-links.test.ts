// Links that open one branch to visitors.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from '../support/people.ts'
import { aBranch, aScriptedProject, type Made } from './support.ts'

let world: World
let house: { id: number; owner: Person }
let viewer: Person
let stranger: Person
let made: Made

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('branch-links')
  viewer = await world.aMember(house.id, 'viewer')
  stranger = (await world.aWorkspace('branch-links-elsewhere')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  made = await aScriptedProject(world, house.owner, house.id)
})

describe('a link to a branch', () => {
  interface Share {
    enabled: boolean
    token: string | null
    expires_at: string | null
  }
  const share = (args = '') =>
    world.answer<Share>(house.owner, `share_branch($1, true${args})`, [made.branch.id])
  /** What somebody with a link reads. */
  const opened = async (who: Person | null, token: string | null) =>
    world.as(who, async (ask) => {
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': token }),
      ])
      const [row] = await ask<{ branches: string[] | null; reads: boolean }>(
        `select (select array_agg(s.branch_slug) from public.shared_branch() s) as branches,
           public.branch_toc($1) is not null as reads`,
        [made.branch.id],
      )
      return [row?.branches ?? [], row?.reads]
    })
  const open = [['main'], true]
  const closed = [[], false]

  beforeEach(async () => {
    await world.db.query(
      "insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'everyone', '[]')",
      [made.branch.id],
    )
  })

  test('lets visitors and strangers read this branch, and nothing else of the project', async () => {
    const { token } = await share()
    expect([await opened(null, token), await opened(stranger, token)]).toEqual([open, open])
    expect(await opened(null, `wms_${'a'.repeat(43)}`)).toEqual(closed)
    const listed = await world.as(null, async (ask) => {
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': token }),
      ])
      return ask(
        'select 1 from public.projects where id = $1 union all select 1 from public.branches where project_id = $1',
        [made.project.id],
      )
    })
    expect(listed).toEqual([])
    const draft = await aBranch(world, made.project.id, 'draft')
    await world.db.query(
      "insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'everyone', '[]')",
      [draft],
    )
    const main = made.branch.id
    made.branch.id = draft
    expect(await opened(null, token)).toEqual([['main'], false])
    made.branch.id = main
  })

  test('shows no internal nodes', async () => {
    await world.db.query(
      `insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', '[{"title": "Secret"}]')`,
      [made.branch.id],
    )
    const { token } = await share()
    const toc = await world.as(null, async (ask) => {
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': token }),
      ])
      return ask('select public.branch_toc($1) as toc', [made.branch.id])
    })
    expect(toc).toEqual([{ toc: [] }])
  })

  test('stays the same until it is revoked; another one is another link', async () => {
    const first = await share()
    expect(await share()).toEqual(first)
    expect(await world.answer<Share>(house.owner, 'branch_share($1)', [made.branch.id])).toEqual(first)
    const second = await share(', p_new_link => true')
    expect(second.token).not.toBe(first.token)
    expect([await opened(null, first.token), await opened(null, second.token)]).toEqual([closed, open])
    await world.does(house.owner, 'select public.share_branch($1, false)', [made.branch.id])
    expect(await opened(null, second.token)).toEqual(closed)
    const third = await share()
    expect([
      third.token === second.token,
      await opened(null, second.token),
      await opened(null, third.token),
    ]).toEqual([false, closed, open])
  })

  test('opens nothing once it is off, by whichever way', async () => {
    const { token } = await share()
    await world.db.query('update public.branches set share_enabled = false where id = $1', [made.branch.id])
    expect(await opened(null, token)).toEqual(closed)
  })

  test('is shown to who may change the branch, and not to all who read it', async () => {
    await share()
    await world.db.query("update public.projects set visibility = 'internal' where id = $1", [
      made.project.id,
    ])
    const shown = (who: Person) => world.said(who, 'public.branch_share($1)', [made.branch.id])
    expect([await shown(viewer), await shown(stranger)]).toEqual([
      'You do not have permission to do this in this project.',
      'Branch not found.',
    ])
  })

  test('ends at its time, and not before', async () => {
    const { token } = await share(", now() + interval '1 hour'")
    expect(await opened(null, token)).toEqual(open)
    const endsAt = (when: string) =>
      world.db.query(`update public.branches set share_expires_at = ${when} where id = $1`, [made.branch.id])
    await endsAt("now() + interval '1 second'")
    expect(await opened(null, token)).toEqual(open)
    await endsAt('now()')
    expect(await opened(null, token)).toEqual(closed)
  })

  test('ends within five years', async () => {
    const said = (when: string) =>
      world.said(house.owner, `public.share_branch($1, true, ${when})`, [made.branch.id])
    expect(await said("now() + interval '5 years'")).toBe('allowed')
    for (const when of ["now() + interval '5 years 1 second'", 'now()', "'infinity'"])
      expect(await said(when)).toBe('Must be in the future, and within five years.')
  })

  test('opens nothing of a locked workspace', async () => {
    const { token } = await share()
    await world.db.query(
      "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
      [house.id],
    )
    const met = await opened(null, token)
    await world.db.query('update public.workspaces set locked = false, lock_reason = null where id = $1', [
      house.id,
    ])
    expect([met, await opened(null, token)]).toEqual([closed, open])
  })
})
