// Proposals against those who take part in them: reviews that others require, content that one brought, and what is hidden.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'
import { aStudioProject } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let other: Person
let third: Person
let project: { id: number; slug: string; branchId: number }
let draft: number
let id: number

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('guarding')
  maker = await world.aMember(house.id, 'maker', 'mia')
  other = await world.aMember(house.id, 'maker', 'otto')
  third = await world.aMember(house.id, 'maker', 'thea')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  await world.db.query('delete from private.outbox_mails')
  project = await aStudioProject(world, house.id)
  await world.db.query(`update public.branches set content_hash = 'base' where id = $1`, [project.branchId])
  const { rows } = await world.db.query(
    `insert into public.branches (project_id, name, slug, content_hash, last_analyzed_at)
     values ($1, 'next', 'next', 'changed', now()) returning id`,
    [project.id],
  )
  draft = Number(rows[0].id)
  id = await propose()
})

const propose = async () => Number(await world.answer(maker, 'create_proposal($1, $2)', [draft, 'Name it']))
const ask = (who: Person, reviewer: Person, isRequired = true) =>
  world.answer(who, 'ask_reviewer($1, $2, null, $3)', [id, reviewer.id, isRequired])
const reviewers = async () =>
  (
    await world.db.query<{ user_id: string; is_required: boolean }>(
      'select user_id, is_required from private.proposal_reviewers where proposal_id = $1 order by id',
      [id],
    )
  ).rows.map(({ user_id, is_required }) => [Number(user_id), is_required])

describe('a review that another requires', () => {
  const kept = /who proposes cannot do without/

  test('is not taken back by who proposes, in no way', async () => {
    await ask(other, third)
    expect(await world.said(maker, 'unask_reviewer($1, $2)', [id, third.id])).toMatch(kept)
    expect(await world.said(maker, 'ask_reviewer($1, $2, null, false)', [id, third.id])).toMatch(kept)
    // Nor is it theirs by asking once more.
    await ask(maker, third)
    expect(await world.said(maker, 'unask_reviewer($1, $2)', [id, third.id])).toMatch(kept)
    expect(await reviewers()).toEqual([[third.id, true]])
    await world.answer(maker, 'close_proposal($1)', [id])
    id = await propose()
    expect(await reviewers()).toEqual([[third.id, true]])
    await world.answer(other, 'unask_reviewer($1, $2)', [id, third.id])
    expect(await reviewers()).toEqual([])
  })

  test('stays when an older proposal of the branch is opened again in place of the one it was asked for', async () => {
    const older = id
    await ask(maker, third, false)
    await world.answer(maker, 'close_proposal($1)', [older])
    id = await propose()
    await ask(other, third)
    await world.answer(maker, 'close_proposal($1)', [id])
    await world.answer(maker, 'reopen_proposal($1)', [older])
    id = older
    expect(await reviewers()).toEqual([[third.id, true]])
    expect(await world.said(maker, 'unask_reviewer($1, $2)', [id, third.id])).toMatch(kept)
  })

  test('is done once its proposal is merged: the next one of the branch begins without', async () => {
    await ask(other, third)
    await world.answer(maker, 'close_proposal($1)', [id])
    id = await propose()
    await world.db.query(`update public.proposals set status = 'merged', ended_at = now() where id = $1`, [
      id,
    ])
    id = await propose()
    expect(await reviewers()).toEqual([])
  })

  test('becomes theirs who require what the author asked for', async () => {
    await ask(maker, third)
    await ask(other, third)
    expect(await world.said(maker, 'unask_reviewer($1, $2)', [id, third.id])).toMatch(kept)
  })

  test('is not what the author asked for, nor what nobody requires', async () => {
    await ask(maker, third)
    await ask(maker, third, false)
    await ask(other, house.owner, false)
    for (const { id: reviewer } of [third, house.owner])
      await world.answer(maker, 'unask_reviewer($1, $2)', [id, reviewer])
    expect(await reviewers()).toEqual([])
  })
})

test('who brought the content that is proposed does not approve it, and may object', async () => {
  const push = (who: Person | null, sha: string) =>
    world.db.query(
      `with commit as (
         insert into public.commits (branch_id, sha, project_id, workspace_id, author_id, analyzed_at) values ($1, $2, $3, $4, $5, now())
         on conflict (branch_id, sha) do update set author_id = excluded.author_id)
       update public.branches set commit_hash = $2 where id = $1`,
      [draft, sha, project.id, house.id, who?.id ?? null],
    )
  const approve = (who: Person) => world.said(who, 'review_proposal($1, $2, $3)', [id, 'approved', 'changed'])
  await push(other, 'aaaaaaa')
  expect(await approve(other)).toMatch(/You brought the content/)
  expect(await world.said(other, 'review_proposal($1, $2, $3)', [id, 'changes_requested', 'changed'])).toBe(
    'allowed',
  )
  expect(await approve(third)).toBe('allowed')
  // Whoever came before them may, and a script is nobody.
  await push(third, 'bbbbbbb')
  expect(await approve(other)).toBe('allowed')
  await push(null, 'ccccccc')
  expect(await approve(third)).toBe('allowed')
  // An approval of content that its giver then brings again counts no more.
  await world.answer(third, 'review_proposal($1, $2, $3)', [id, 'approved', 'changed'])
  const counted = async () =>
    (
      await world.db.query<{ user_id: string }>(
        'select private.live_approvals(o) as user_id from public.proposals o where o.id = $1',
        [id],
      )
    ).rows.map(({ user_id }) => Number(user_id))
  expect(await counted()).toEqual([third.id])
  await push(third, 'ddddddd')
  expect(await counted()).toEqual([])
})

test('a group asks teams that its admin sees, and stops asking any', async () => {
  const { rows } = await world.db.query<{ group: string; team: string }>(
    `with g as (insert into public.groups (workspace_id, name, visibility) values ($1, 'Guarded', 'internal') returning id),
       a as (insert into public.group_admins (group_id, user_id) select id, $2 from g),
       t as (insert into public.teams (workspace_id, name) values ($1, 'Secret') returning id)
     select g.id as "group", t.id as team from g, t`,
    [house.id, other.id],
  )
  const { group, team } = rows[0] ?? { group: '', team: '' }
  const set = (who: Person, approvals: number) =>
    world.said(who, 'set_group_reviewers($1, $2, $3)', [group, team, approvals])
  expect(await set(other, 1)).toBe('allowed')
  await world.db.query(
    `delete from public.workspace_role_permissions where role = 'maker' and permission = 'WorkspaceTeamsView'`,
  )
  try {
    expect(await set(other, 1)).toBe('Team Not Found')
    expect(await set(other, 0)).toBe('Team Not Found')
    await world.answer(house.owner, 'set_group_reviewers($1, $2, 1)', [group, team])
    expect(await set(other, 2)).toBe('Team Not Found')
    expect(await set(other, 0)).toBe('allowed')
  } finally {
    await world.db.query(
      `insert into public.workspace_role_permissions (role, permission) values ('maker', 'WorkspaceTeamsView')`,
    )
  }
})

describe('what is hidden', () => {
  let reader: Person

  beforeAll(async () => {
    reader = await world.aMember(house.id, 'maker', 'rita')
  })
  beforeEach(async () => {
    await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [project.id])
    await world.db.query(
      `insert into public.project_members (project_id, user_id, role)
       values ($1, $2, 'editor'), ($1, $3, 'editor'), ($1, $4, 'viewer')`,
      [project.id, maker.id, other.id, reader.id],
    )
  })

  /** As the worker leaves it: changes of nodes, of which these are hidden. */
  const compared = async (nodes: number, hidden: (place: number) => boolean) => {
    await world.db.query('delete from private.proposal_nodes where proposal_id = $1', [id])
    await world.db.query(
      `insert into private.proposal_nodes (proposal_id, position, uri, type, name, operation, semver, change_count, changes, is_hidden)
       select $1, place, '/' || place, 'model', place, 'updated', 'major', 1, '[]', is_hidden
       from unnest($2::boolean[]) with ordinality n (is_hidden, place)`,
      [id, Array.from({ length: nodes }, (_, place) => hidden(place + 1))],
    )
  }

  test('takes its threads along: no reply, no change and no mention by their ids', async () => {
    await compared(2, (place) => place === 1)
    const thread = await world.answer<number>(other, 'start_proposal_thread($1, $2, null, $3)', [
      id,
      '@rita look',
      '/1',
    ])
    const { rows } = await world.db.query('select id from private.proposal_comments where thread_id = $1', [
      thread,
    ])
    await world.db.query('update private.proposal_comments set author_id = $2 where thread_id = $1', [
      thread,
      reader.id,
    ])
    const calls: [string, unknown[]][] = [
      ['reply_to_proposal_thread($1, $2)', [thread, 'x']],
      ['resolve_proposal_thread($1)', [thread]],
      ['edit_proposal_comment($1, $2)', [rows[0].id, 'x']],
      ['delete_proposal_comment($1)', [rows[0].id]],
    ]
    const areUnseen = async () => {
      for (const [call, values] of calls)
        expect(await world.said(reader, call, values), call).toBe('Comment not found.')
    }
    const discussion = () => world.answer<unknown[]>(reader, 'proposal_discussion($1)', [id])
    await areUnseen()
    // Also once a new comparison knows nothing of the node.
    await compared(0, () => false)
    await areUnseen()
    expect(await discussion()).toEqual([])
    expect(await world.said(other, 'reply_to_proposal_thread($1, $2)', [thread, 'Yes.'])).toBe('allowed')
    await world.answer(other, 'reply_to_proposal_thread($1, $2)', [thread, '@rita and @mia'])
    const told = await world.db.query<{ recipient: string }>(
      `select recipient from private.outbox_mails where template = 'proposal' and data ->> 'event' in ('mentioned', 'commented')`,
    )
    expect(told.rows.map(({ recipient }) => recipient.split('@')[0]).toSorted()).toEqual(['mia', 'mia'])
  })

  test('does not make a list of who breaks one that is not whole', async () => {
    const isAll = async (who: Person) =>
      (await world.answer<{ is_all: boolean }>(who, 'proposal_impact($1)', [id])).is_all
    await compared(501, (place) => place === 1)
    expect([await isAll(maker), await isAll(reader)]).toEqual([false, true])
    await compared(502, (place) => place === 1)
    expect(await isAll(reader)).toBe(false)
  })

  test('takes no place among those who break', async () => {
    await compared(1, () => false)
    const far = await aStudioProject(world, house.id)
    await world.db.query(
      `with snapshot as (
         insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('x'), '{}', 2) on conflict do nothing
       ), node as (
         insert into public.nodes (project_id, uri, type) select $3, '/n' || n, 'model' from generate_series(1, 2001) n returning id, uri
       ), placed as (
         insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, is_internal)
         select $2, id, $1, $3, uri, 'model', substr(uri, 2), substr(uri, 2), sha256('x'), true from node)
       insert into private.outside_references (branch_id, workspace_id, from_uri, project_slug, to_uri, is_internal)
       select $2, $1, '/n' || n, $4, '/1', false from generate_series(1, 2001) n`,
      [house.id, far.branchId, far.id, project.slug],
    )
    const impact = () => world.answer<{ total: number; is_all: boolean }>(maker, 'proposal_impact($1)', [id])
    expect(await impact()).toMatchObject({ total: 2000, is_all: false })
    await world.db.query(
      `update public.branch_nodes set is_hidden = true where branch_id = $1 and uri <> '/n2001'`,
      [far.branchId],
    )
    await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [far.id])
    await world.db.query(
      `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
      [far.id, maker.id],
    )
    expect(await impact()).toMatchObject({ total: 1, is_all: true })
  })
})
