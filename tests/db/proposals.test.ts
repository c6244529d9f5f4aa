// Proposals: who makes, reads, reviews and ends them; approvals that fall; what stays when branches and people go.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'
import { aStudioProject } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let other: Person
let viewer: Person
let stranger: Person
let project: { id: number; slug: string; branchId: number }
let draft: number

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('proposing')
  maker = await world.aMember(house.id, 'maker', 'mia')
  other = await world.aMember(house.id, 'maker', 'otto')
  viewer = await world.aMember(house.id, 'viewer', 'vic')
  stranger = (await world.aWorkspace('proposing-far')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  await world.db.query('delete from private.outbox_mails')
  project = await aStudioProject(world, house.id)
  await setContent(project.branchId, 'base')
  draft = await aBranch('next', 'changed')
})

const setContent = (branch: number, content: string) =>
  world.db.query('update public.branches set content_hash = $2 where id = $1', [branch, content])

async function aBranch(name: string, content: string, of = project.id): Promise<number> {
  const { rows } = await world.db.query(
    `insert into public.branches (project_id, name, slug, content_hash, last_analyzed_at) values ($1, $2, $2, $3, now()) returning id`,
    [of, name, content],
  )
  return Number(rows[0].id)
}

const propose = async (who: Person = maker, branch = draft, baseline: number | null = null) =>
  Number(
    await world.answer(who, 'create_proposal($1, $2, $3, $4)', [branch, 'Name it anew', 'Why', baseline]),
  )

/** As the worker leaves it. */
const compared = (id: number, nodes: [uri: string, semver: string][] = [['/a', 'major']]) =>
  world.db.query(
    `with gone as (delete from private.proposal_nodes where proposal_id = $1), known as (
       insert into private.proposal_comparisons as c (proposal_id, content_hash, baseline_content_hash, is_known, major, nodes)
       select o.id, b.content_hash, d.content_hash, true, 1, $4
       from public.proposals o join public.branches b on b.id = o.branch_id join public.branches d on d.id = o.baseline_branch_id where o.id = $1
       on conflict (proposal_id) do update set content_hash = excluded.content_hash, baseline_content_hash = excluded.baseline_content_hash)
     insert into private.proposal_nodes (proposal_id, position, uri, type, name, operation, semver, change_count, changes)
     select $1, place, uri, 'model', uri, 'updated', semver, 1, '[{"message": "Says something else"}]'
     from unnest($2::text[], $3::text[]) with ordinality n (uri, semver, place)`,
    [id, nodes.map(([uri]) => uri), nodes.map(([, semver]) => semver), nodes.length],
  )

interface Shown {
  id: number
  status: string
  comparison: string
  content_hash: string
  author: { display_name: string } | null
  checks: { name: string; state: string; sentence: string }[]
  reviews: { verdict: string; fallen_at: string | null; is_mine: boolean }[]
  requirements: { name: string; needed: number; given: number }[]
}
const shown = async (who: Person = maker, slug = 'next') =>
  (
    await world.answer<{ proposal: Shown | null; may_edit: boolean; branch: object | null } | null>(
      who,
      'proposal_at($1, $2, $3)',
      [house.id, project.slug, slug],
    )
  )?.proposal
const check = async (name: string) => (await shown())?.checks.find((one) => one.name === name)?.state
const review = (who: Person, id: number, verdict = 'approved', content = 'changed') =>
  world.answer(who, 'review_proposal($1, $2, $3)', [id, verdict, content])
const list = async (who: Person, of = 'all', status = 'open') =>
  (
    await world.answer<{ total: number; items: { id: number; title: string; is_waiting: boolean }[] }>(
      who,
      'list_proposals($1, $2, $3, $4)',
      [house.id, of, status, project.id],
    )
  ).items
const mails = async () =>
  (
    await world.db.query<{ event: string; recipient: string }>(
      `select data ->> 'event' as event, recipient from private.outbox_mails where template = 'proposal' order by id`,
    )
  ).rows.map(({ event, recipient }) => `${event} ${recipient.split(/[@+.]/)[0]}`)

describe('a proposal', () => {
  test('is made by who writes the project, once a branch, and never for itself', async () => {
    expect(await world.said(viewer, 'create_proposal($1, $2)', [draft, 'x'])).toMatch(
      /not found|not allowed|permission/i,
    )
    expect(await world.said(stranger, 'create_proposal($1, $2)', [draft, 'x'])).toMatch(/not found/i)
    expect(await world.said(maker, 'create_proposal($1, $2)', [project.branchId, 'x'])).toMatch(/for itself/)
    expect(await world.said(maker, 'create_proposal($1, $2)', [draft, ' '])).toMatch(/Required/)
    const id = await propose()
    expect(await world.said(maker, 'create_proposal($1, $2)', [draft, 'x'])).toMatch(/open proposal already/)
    await world.answer(maker, 'close_proposal($1)', [id])
    await propose()
    expect(await world.said(maker, 'reopen_proposal($1)', [id])).toMatch(/open proposal already/)
  })

  test('is for a branch of its own project', async () => {
    const elsewhere = await aStudioProject(world, house.id)
    expect(
      await world.said(maker, 'create_proposal($1, $2, $3, $4)', [draft, 'x', '', elsewhere.branchId]),
    ).toMatch(/Branch not found/)
  })

  test('is nothing to who may not create projects, nor to strangers', async () => {
    const id = await propose()
    await compared(id)
    for (const who of [viewer, stranger]) {
      expect(await shown(who)).toBeUndefined()
      expect(await world.as(who, (ask) => ask('select 1 from public.proposals where id = $1', [id]))).toEqual(
        [],
      )
      for (const call of [
        'proposal_nodes($1)',
        'proposal_impact($1)',
        'proposal_discussion($1)',
        'proposal_people($1)',
        'close_proposal($1)',
      ])
        expect(await world.said(who, call, [id]), call).toMatch(/not found/i)
    }
    expect(await list(maker)).toHaveLength(1)
  })

  test('is said otherwise by who has read what others made of it alone', async () => {
    const id = await propose()
    const update = (how: 'said' | 'answer', who: Person, description: string, was: object | null) =>
      world[how](who, 'update_proposal($1, null, $2, null, $3)', [
        id,
        description,
        was && JSON.stringify(was),
      ])
    await update('answer', maker, 'First', { description: 'Why' })
    expect(await update('said', other, 'Second', { description: 'Why' })).toMatch(/Somebody else has changed/)
    // Of what is not changed it does not matter what was read; and a program may not have read anything.
    await update('answer', other, 'Third', { description: 'First', title: 'Of long ago' })
    await update('answer', maker, 'Fourth', null)
    const { rows } = await world.db.query('select description from public.proposals where id = $1', [id])
    expect(rows).toEqual([{ description: 'Fourth' }])
    const changelog = (how: 'said' | 'answer', was: string | null) =>
      world[how](other, 'update_proposal($1, null, null, $2, $3)', [
        id,
        'Said',
        JSON.stringify({ changelog: was }),
      ])
    expect(await changelog('said', 'Written')).toMatch(/Somebody else has changed/)
    await changelog('answer', null)
    expect(await changelog('said', null)).toMatch(/Somebody else has changed/)
  })

  test('tells where its comparison stands', async () => {
    const id = await propose()
    expect(await shown()).toMatchObject({ comparison: 'comparing' })
    await compared(id)
    expect(await shown()).toMatchObject({ comparison: 'current' })
    await setContent(project.branchId, 'moved')
    expect(await shown()).toMatchObject({ comparison: 'comparing' })
    const { rows } = await world.db.query(
      `select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = 'compare_proposal' and key = $1`,
      [`compare_proposal:${id}`],
    )
    expect(rows).toEqual([{ jobs: 1 }])
  })

  test('is merged once its baseline has become what it proposes, whoever did that', async () => {
    const id = await propose()
    // The other way round it was taken back.
    await setContent(draft, 'base')
    expect((await shown())?.status).toBe('open')
    await setContent(draft, 'changed')
    await setContent(project.branchId, 'changed')
    expect(await shown()).toMatchObject({ id, status: 'merged' })
    expect(await world.said(maker, 'reopen_proposal($1)', [id])).toMatch(/not open any more/)
  })

  test('stays readable without its branch and without its author', async () => {
    const id = await propose()
    await compared(id)
    await world.answer(maker, 'start_proposal_thread($1, $2)', [id, 'Because.'])
    await world.db.query('delete from public.branches where id = $1', [draft])
    await world.db.query('delete from public.workspace_members where user_id = $1', [maker.id])
    try {
      expect(await shown(other)).toMatchObject({ id, comparison: 'gone', status: 'open' })
      expect(await world.answer(other, 'proposal_nodes($1)', [id])).toMatchObject({ total: 1 })
      expect(await world.answer(other, 'proposal_discussion($1)', [id])).toMatchObject([
        { comments: [{ text: 'Because.' }] },
      ])
      expect(await world.said(other, 'review_proposal($1, $2, $3)', [id, 'approved', 'changed'])).toMatch(
        /changed since/,
      )
    } finally {
      await world.db.query(
        `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'maker')`,
        [house.id, maker.id],
      )
    }
  })
})

describe('reviews', () => {
  test('are by others than who proposes, and of what they looked at', async () => {
    const id = await propose()
    expect(await world.said(maker, 'review_proposal($1, $2, $3)', [id, 'approved', 'changed'])).toMatch(
      /their own/,
    )
    expect(await world.said(other, 'review_proposal($1, $2, $3)', [id, 'approved', 'older'])).toMatch(
      /changed since/,
    )
    await review(other, id)
    await review(other, id, 'changes_requested')
    expect((await shown(other))?.reviews).toMatchObject([{ verdict: 'changes_requested', is_mine: true }])
    expect(await check('objections')).toBe('failed')
    await world.answer(other, 'withdraw_review($1)', [id])
    expect(await check('objections')).toBe('passed')
  })

  test('fall when the content changes, and not when another branch does', async () => {
    const id = await propose()
    await world.answer(maker, 'ask_reviewer($1, $2, null, true)', [id, other.id])
    expect(await check('approvals')).toBe('failed')
    expect(await list(other, 'waiting')).toMatchObject([{ id, is_waiting: true }])
    await review(other, id)
    expect(await check('approvals')).toBe('passed')
    expect(await list(other, 'waiting')).toEqual([])
    await setContent(project.branchId, 'moved')
    expect(await check('approvals')).toBe('passed')
    await setContent(draft, 'changed once more')
    expect(await check('approvals')).toBe('failed')
    expect((await shown())?.reviews[0]?.fallen_at).not.toBeNull()
    expect(await list(other, 'waiting')).toHaveLength(1)
    expect(await mails()).toEqual(['review_requested otto', 'approved mia', 'approvals_fell otto'])
    // The same content again is not what was looked at again.
    await setContent(draft, 'changed')
    expect(await check('approvals')).toBe('failed')
  })

  test('are needed as a group of projects says, of so many of a team', async () => {
    const { rows } = await world.db.query(
      `with g as (insert into public.groups (workspace_id, name, visibility) values ($1, $2, 'internal') returning id),
         t as (insert into public.teams (workspace_id, name) values ($1, $2) returning id),
         m as (insert into public.team_members (team_id, user_id, role) select t.id, $3, 'member' from t),
         p as (update public.projects set group_id = (select id from g) where id = $4)
       select g.id as "group", t.id as team from g, t`,
      [house.id, `Reviewed ${project.id}`, other.id, project.id],
    )
    const { group, team } = rows[0]
    expect(await world.said(viewer, 'set_group_reviewers($1, $2, 1)', [group, team])).toMatch(
      /permission|allowed/i,
    )
    expect(await world.said(house.owner, 'set_group_reviewers($1, $2, 11)', [group, team])).toMatch(
      /Between 0 and 10/,
    )
    await world.answer(house.owner, 'set_group_reviewers($1, $2, 2)', [group, team])
    const id = await propose()
    expect(await list(other, 'waiting')).toHaveLength(1)
    await review(other, id)
    // Of another than the team it is no approval of the team.
    await review(house.owner, id)
    expect((await shown())?.requirements).toMatchObject([{ needed: 2, given: 1 }])
    await world.answer(house.owner, 'set_group_reviewers($1, $2, 1)', [group, team])
    expect(await check('approvals')).toBe('passed')
  })

  test('ask nobody who does not see it', async () => {
    const id = await propose()
    for (const who of [viewer, stranger])
      expect(await world.said(maker, 'ask_reviewer($1, $2)', [id, who.id])).toMatch(/do not see/)
    expect(await world.said(maker, 'ask_reviewer($1, $2)', [id, maker.id])).toMatch(/their own/)
    await world.answer(maker, 'ask_reviewer($1, $2)', [id, other.id])
    await world.answer(maker, 'ask_reviewer($1, $2, null, true)', [id, other.id])
    expect(await mails()).toEqual(['review_requested otto'])
  })
})

describe('the discussion', () => {
  test('is sent once, mentions who reads it, and is said otherwise by its author alone', async () => {
    const id = await propose()
    await compared(id)
    const key = crypto.randomUUID()
    const say = () =>
      world.answer<number>(other, 'start_proposal_thread($1, $2, $3, $4, $5)', [
        id,
        '@mia @vic @nobody look',
        key,
        '/a',
        '/properties/name',
      ])
    const thread = await say()
    expect(await say()).toBe(thread)
    // Whom it mentions is told of that, and not once more that there is a comment.
    expect(await mails()).toEqual(['mentioned mia'])
    expect(await world.said(other, 'start_proposal_thread($1, $2, null, $3)', [id, 'x', '/unknown'])).toMatch(
      /not found/i,
    )
    await world.answer(maker, 'reply_to_proposal_thread($1, $2)', [thread, 'Yes.'])
    expect(await mails()).toEqual(['mentioned mia', 'commented otto'])
    const [read] = await world.answer<{ comments: { id: number; is_mine: boolean }[]; node_uri: string }[]>(
      maker,
      'proposal_discussion($1)',
      [id],
    )
    expect(read).toMatchObject({ node_uri: '/a', comments: [{ is_mine: false }, { is_mine: true }] })
    const first = read?.comments[0]?.id
    expect(await world.said(maker, 'edit_proposal_comment($1, $2)', [first, 'x'])).toMatch(/comment/i)
    await world.answer(maker, 'resolve_proposal_thread($1)', [thread])
    expect(await check('discussion')).toBe('passed')
    await world.answer(maker, 'resolve_proposal_thread($1, false)', [thread])
    expect(await check('discussion')).toBe('noted')
  })
})

describe('a comment', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `@person-${n}`).join(' ')
  const tooMany = 'A comment can mention at most 20 people.'

  test('mentions 20 people, each as often as it likes, and not one more', async () => {
    const id = await propose()
    const start = (text: string) => world.said(other, 'start_proposal_thread($1, $2)', [id, text])
    expect(await start(`${names(20)} ${names(20)}`)).toBe('allowed')
    expect(await start(names(21))).toBe(tooMany)
  })

  test('mentions no more people by being a reply, or by being said otherwise', async () => {
    const id = await propose()
    const thread = await world.answer<number>(other, 'start_proposal_thread($1, $2)', [id, 'Look.'])
    const { rows } = await world.db.query('select id from private.proposal_comments where thread_id = $1', [
      thread,
    ])
    for (const [count, said] of [
      [20, 'allowed'],
      [21, tooMany],
    ] as const) {
      expect(await world.said(maker, 'reply_to_proposal_thread($1, $2)', [thread, names(count)])).toBe(said)
      expect(await world.said(other, 'edit_proposal_comment($1, $2)', [rows[0].id, names(count)])).toBe(said)
    }
  })
})

describe('who breaks', () => {
  test('are nodes of all projects that the reader sees', async () => {
    const id = await propose()
    await compared(id)
    const fill = (branch: number, of: number, names: string[]) =>
      world.db.query(
        `with snapshot as (
           insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('x'), '{}', 2) on conflict do nothing
         ), node as (
           insert into public.nodes (project_id, uri, type) select $3, '/' || n, 'model' from unnest($4::text[]) n returning id, uri)
         insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, is_hidden)
         select $2, id, $1, $3, uri, 'model', substr(uri, 2), substr(uri, 2), sha256('x'), uri = '/hidden' from node`,
        [house.id, branch, of, names],
      )
    const edge = (branch: number, from: string, to: string) =>
      world.db.query(
        `insert into public.node_edges (branch_id, from_uri, to_uri, type, is_internal) values ($1, $2, $3, 'ref', false)`,
        [branch, from, to],
      )
    const far = await aStudioProject(world, house.id)
    const closed = await aStudioProject(world, house.id, { visibility: 'private' })
    await fill(project.branchId, project.id, ['a', 'uses', 'further', 'apart'])
    await edge(project.branchId, '/uses', '/a')
    await edge(project.branchId, '/further', '/uses')
    for (const place of [far, closed]) {
      await fill(place.branchId, place.id, ['outside', 'behind', 'hidden'])
      await world.db.query(
        `insert into private.outside_references (branch_id, workspace_id, from_uri, project_slug, to_uri, is_internal)
         values ($1, $2, '/outside', $3, '/a', false), ($1, $2, '/hidden', $3, '/a', false)`,
        [place.branchId, house.id, project.slug],
      )
      await edge(place.branchId, '/behind', '/outside')
    }
    // A viewer of another project who may not write it sees nothing hidden.
    const names = async (who: Person) =>
      (
        await world.answer<{ items: { name: string; project_slug: string; steps: number }[] }>(
          who,
          'proposal_impact($1)',
          [id],
        )
      ).items.map(
        ({ name, project_slug: slug, steps }) => `${slug === project.slug ? 'here' : slug} ${name} ${steps}`,
      )
    const seen = [
      `${far.slug} hidden 1`,
      `${far.slug} outside 1`,
      `${far.slug} behind 2`,
      'here uses 1',
      'here further 2',
    ]
    expect(await names(maker)).toEqual(seen)
    expect(await names(house.owner)).toHaveLength(8)
  })
})

describe('with Git', () => {
  const tell = (kind: string, branch: string, pullRequest: object) =>
    world.db.query('select private.follow_pull_request($1, $2, $3, $4)', [
      project.id,
      branch,
      kind,
      JSON.stringify(pullRequest),
    ])

  test('a proposal follows the pull request of the same two branches, and no other', async () => {
    const id = await propose()
    await tell('pull_request_opened', 'next', { number: 6, target: 'another' })
    await tell('pull_request_opened', 'another', { number: 6, target: 'main' })
    await tell('pull_request_opened', 'next', { number: '7; drop', target: 'main' })
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    const number = async () =>
      (await world.db.query('select pull_request as n from public.proposals where id = $1', [id])).rows[0].n
    expect(await number()).toBe(7)
    await tell('pull_request_merged', 'main', { number: 8, target: 'main' })
    expect((await shown())?.status).toBe('open')
    await tell('pull_request_merged', 'main', { number: 7, target: 'main' })
    expect((await shown())?.status).toBe('merged')
  })

  test('a proposal is closed with its own pull request alone, and opened again with it', async () => {
    const id = await propose()
    const status = async () =>
      (await world.db.query('select status from public.proposals where id = $1', [id])).rows[0].status
    await tell('pull_request_closed', 'next', { number: 7, target: 'main' })
    expect(await status()).toBe('open')
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    await tell('pull_request_closed', 'next', { number: 6, target: 'main' })
    expect(await status()).toBe('open')
    await tell('pull_request_closed', 'next', { number: 7, target: 'main' })
    expect(await status()).toBe('closed')
    // Another pull request of the same branch is another matter.
    await tell('pull_request_opened', 'next', { number: 8, target: 'main' })
    expect(await status()).toBe('closed')
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    expect(await status()).toBe('open')
  })

  test('a proposal learns of its pull request by a push to it as well', async () => {
    const id = await propose()
    await tell('pull_request_synchronised', 'next', { number: 7, target: 'main' })
    await tell('pull_request_merged', 'main', { number: 7, target: 'main' })
    expect((await world.db.query('select status from public.proposals where id = $1', [id])).rows).toEqual([
      { status: 'merged' },
    ])
  })

  test('a proposal is not opened again beside another of its branch, nor to lead elsewhere', async () => {
    const first = await propose()
    await world.answer(maker, 'close_proposal($1)', [first])
    const release = await aBranch('release', 'base')
    const second = await propose(maker, draft, release)
    await tell('pull_request_opened', 'next', { number: 7, target: 'release' })
    await tell('pull_request_closed', 'next', { number: 7, target: 'release' })
    const statuses = async () => {
      const { rows } = await world.db.query<{ status: string }>(
        'select status from public.proposals where id = any ($1) order by id',
        [[first, second]],
      )
      return rows.map(({ status }) => status)
    }
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    expect(await statuses()).toEqual(['closed', 'closed'])
    await world.answer(maker, 'reopen_proposal($1)', [first])
    await tell('pull_request_opened', 'next', { number: 7, target: 'release' })
    expect(await statuses()).toEqual(['open', 'closed'])
  })

  test('a proposal is opened again, by its host or here, while fewer than two hundred are open', async () => {
    const id = await propose()
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    await tell('pull_request_closed', 'next', { number: 7, target: 'main' })
    // The last of them is being merged, and would be open again if it could not be.
    await world.db.query(
      `with b as (
         insert into public.branches (project_id, name, slug) select $1, 'b' || n, 'b' || n from generate_series(1, 200) n returning id, name),
       made as (
         insert into public.proposals (workspace_id, project_id, branch_id, baseline_branch_id, branch_name, branch_slug, baseline_name, title, status)
         select $2, $1, b.id, $3, b.name, b.name, 'main', b.name, case b.name when 'b200' then 'merging' else 'open' end from b)
       select`,
      [project.id, house.id, project.branchId],
    )
    const status = async () =>
      (await world.db.query('select status from public.proposals where id = $1', [id])).rows[0].status
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    expect(await status()).toBe('closed')
    expect(await world.said(maker, 'reopen_proposal($1)', [id])).toMatch(/at most 200 open proposals/)
    expect(await world.said(maker, 'create_proposal($1, $2)', [draft, 'Anew'])).toMatch(
      /at most 200 open proposals/,
    )
    const end = (name: string) =>
      world.db.query(
        `update public.proposals set status = 'closed', ended_at = now() where project_id = $1 and branch_name = $2`,
        [project.id, name],
      )
    await end('b1')
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    expect(await status()).toBe('open')
    await world.answer(maker, 'close_proposal($1)', [id])
    await world.answer(maker, 'reopen_proposal($1)', [id])
    expect(await status()).toBe('open')
  })

  test('what somebody closed here stays closed, whatever its host tells', async () => {
    const id = await propose()
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    await world.answer(maker, 'close_proposal($1)', [id])
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    expect((await shown())?.status).toBe('closed')
  })

  test('a second proposal of a branch stays the one that counts', async () => {
    const first = await propose()
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    await tell('pull_request_closed', 'next', { number: 7, target: 'main' })
    const second = await propose()
    await tell('pull_request_opened', 'next', { number: 7, target: 'main' })
    const { rows } = await world.db.query(
      'select id::integer, status, pull_request from public.proposals where id = any ($1) order by id',
      [[first, second]],
    )
    expect(rows).toEqual([
      { id: first, status: 'closed', pull_request: 7 },
      { id: second, status: 'open', pull_request: 7 },
    ])
  })

  test.each([
    [
      'github',
      'https://github.com/acme/pets.git',
      'https://github.com/acme/pets/compare/main...a%2Fb%3Fc%23d?expand=1',
    ],
    [
      'gitlab',
      'https://gitlab.com/acme/pets.git',
      'https://gitlab.com/acme/pets/-/merge_requests/new?merge_request%5Bsource_branch%5D=a%2Fb%3Fc%23d&merge_request%5Btarget_branch%5D=main',
    ],
    ['bitbucket_data_center', 'https://git.acme.example/scm/p/pets.git', null],
  ])('leads to a new one at %s, whatever its branch is called', async (kind, remote, page) => {
    const { rows } = await world.db.query('select private.new_pull_request_page($1, $2, $3, $4) as page', [
      kind,
      remote,
      'a/b?c#d',
      'main',
    ])
    expect(rows).toEqual([{ page }])
  })
})

test('the digest of a day tells of proposals to who reads them', async () => {
  await propose()
  const { rows } = await world.db.query<{ user_id: string; changes: { kind: string; branch: string }[] }>(
    `select user_id, changes from private.daily_digest((now() at time zone 'utc')::date) where workspace_id = $1`,
    [house.id],
  )
  const told = rows
    .filter(({ changes }) =>
      changes.some(({ kind, branch }) => kind === 'proposed' && branch === 'Name it anew'),
    )
    .map(({ user_id }) => Number(user_id))
  expect(told).toEqual(expect.arrayContaining([maker.id, other.id]))
  expect(told).not.toContain(viewer.id)
})
