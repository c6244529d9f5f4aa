// Projects seen from outside and inside: visibility, groups, slugs, pins, internal content, search.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let maker: Person
let viewer: Person
let stranger: Person

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('house')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker')
  viewer = await world.aMember(workspaceId, 'viewer')
  stranger = (await world.aWorkspace('other')).owner
})
afterAll(() => world.end())

let count = 0
async function aProject(visibility: string, groupId: number | null = null) {
  const slug = `project-${++count}`
  const { rows } = await world.db.query(
    'insert into public.projects (workspace_id, name, slug, visibility, group_id) values ($1, $2, $2, $3, $4) returning id',
    [workspaceId, slug, visibility, groupId],
  )
  const branch = await world.db.query(
    "insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, 'main', 'main', true, true) returning id",
    [rows[0].id],
  )
  await world.db.query("insert into public.branches (project_id, name, slug) values ($1, 'draft', 'draft')", [
    rows[0].id,
  ])
  return { id: Number(rows[0].id), branchId: Number(branch.rows[0].id), slug }
}

async function aNode(
  project: { id: number; branchId: number },
  name: string,
  options: { internal?: boolean } = {},
) {
  const hash = Buffer.alloc(32, name)
  await world.db.query(
    'insert into public.snapshots (workspace_id, hash, data, size) values ($1, $2, $3, 2) on conflict do nothing',
    [workspaceId, hash, JSON.stringify({ name })],
  )
  const { rows } = await world.db.query(
    "insert into public.nodes (project_id, uri, type) values ($1, $2, 'http_operation') returning id",
    [project.id, `/${name}`],
  )
  await world.db.query(
    `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, snapshot_hash, search)
     values ($1, $2, $3, $4, $5, 'http_operation', $6, $6, $7, $8, to_tsvector('simple', $6))`,
    [
      project.branchId,
      rows[0].id,
      workspaceId,
      project.id,
      `/${name}`,
      name,
      options.internal ?? false,
      hash,
    ],
  )
}

async function aGroup(visibility: string) {
  const { rows } = await world.db.query(
    "insert into public.groups (workspace_id, name, slug, visibility) values ($1, $2, '', $3) returning id",
    [workspaceId, `group-${++count}`, visibility],
  )
  return Number(rows[0].id)
}

const sees = async (who: Person | null, id: number) =>
  (await world.attempt(who, 'select 1 from public.projects where id = $1', [id])).count === 1

describe('a public project', () => {
  let project: Awaited<ReturnType<typeof aProject>>
  beforeEach(async () => {
    project = await aProject('public')
  })

  test('is read by visitors and strangers, its unpublished branches are not', async () => {
    for (const who of [null, stranger]) {
      const branches = await world.attempt(who, 'select slug from public.branches where project_id = $1', [
        project.id,
      ])
      expect([await sees(who, project.id), branches.rows]).toEqual([true, [{ slug: 'main' }]])
    }
  })

  test('closes when the workspace stops allowing public projects, or is locked, and opens again', async () => {
    for (const [close, open] of [
      ['allow_public_projects = false', 'allow_public_projects = true'],
      ["locked = true, lock_reason = 'overusage'", 'locked = false, lock_reason = null'],
    ]) {
      await world.db.query(`update public.workspaces set ${close} where id = $1`, [workspaceId])
      const closed = await sees(null, project.id)
      await world.db.query(`update public.workspaces set ${open} where id = $1`, [workspaceId])
      expect([closed, await sees(null, project.id)]).toEqual([false, true])
    }
  })

  test('cannot claim to be open by itself', async () => {
    const hidden = await aProject('private')
    await world.db.query('update public.projects set is_open = true where id = $1', [hidden.id])
    expect(await sees(null, hidden.id)).toBe(false)
  })

  test('turns internal when its group does, and cannot turn public in an internal group', async () => {
    const groupId = await aGroup('public')
    const inside = await aProject('public', groupId)
    await world.db.query("update public.groups set visibility = 'internal' where id = $1", [groupId])
    expect(await sees(null, inside.id)).toBe(false)
    const back = await world.attempt(
      owner,
      "update public.projects set visibility = 'public' where id = $1",
      [inside.id],
    )
    expect(back.message).toBe('Project is associated with an internal group and cannot be made public')
  })

  test('turns internal when it moves into an internal group, which needs a confirmation', async () => {
    const groupId = await aGroup('internal')
    const [asked, confirmed] = await world.as(owner, async (ask) => {
      const state = () =>
        ask('select visibility, group_id::integer from public.projects where id = $1', [project.id])
      const [question] = await ask('select to_jsonb(public.move_project($1, $2)) as answer', [
        project.id,
        groupId,
      ])
      const before = await state()
      const [answer] = await ask('select to_jsonb(public.move_project($1, $2, true)) as answer', [
        project.id,
        groupId,
      ])
      return [
        [question?.answer, before],
        [answer?.answer, await state()],
      ]
    })
    expect(asked).toEqual([
      { moved: false, confirmation_required: true, visibility_changed: false },
      [{ visibility: 'public', group_id: null }],
    ])
    expect(confirmed).toEqual([
      { moved: true, confirmation_required: false, visibility_changed: true },
      [{ visibility: 'internal', group_id: groupId }],
    ])
  })

  test('hides its internal nodes from visitors, strangers and guests in reading, contents and search', async () => {
    await aNode(project, 'walrus', { internal: true })
    await aNode(project, 'penguin')
    const guest = await world.aMember(workspaceId, 'guest', `guest-${count}`)
    const reads = (who: Person | null, slug: string) =>
      world.as(who, async (ask) => {
        const [node] = await ask<{ found: boolean }>(
          'select public.branch_node($1, $2) is not null as found',
          [project.branchId, slug],
        )
        const [table] = await ask<{ n: number }>(
          'select count(*)::integer as n from public.branch_nodes where branch_id = $1 and slug = $2',
          [project.branchId, slug],
        )
        const search = await ask('select 1 from public.search_nodes($1, $2)', [workspaceId, slug])
        return [node?.found, table?.n === 1, search.length === 1]
      })
    for (const who of [null, stranger, guest]) {
      expect(await reads(who, 'walrus')).toEqual([false, false, false])
      expect(await reads(who, 'penguin')).toEqual([true, true, true])
    }
    expect(await reads(viewer, 'walrus')).toEqual([true, true, true])
  })
})

describe('search', () => {
  test('finds what the caller may read and nothing else, with half-typed and mistyped words', async () => {
    const hidden = await aProject('private')
    await aNode(hidden, 'rhinoceros')
    const search = async (who: Person | null, text: string) =>
      (
        await world.attempt(who, 'select slug from public.search_nodes($1, $2)', [workspaceId, text])
      ).rows.map((row) => row.slug)
    expect(await search(owner, 'rhino')).toEqual(['rhinoceros'])
    expect(await search(owner, 'rhinocerus')).toEqual(['rhinoceros'])
    for (const who of [null, stranger, maker, viewer]) expect(await search(who, 'rhino')).toEqual([])
    expect(await search(owner, `'; drop table x; -- & | ! ( :*`)).toEqual([])
  })

  test('takes no longer for a longer text: anyone may ask', async () => {
    const open = await aProject('public')
    await aNode(open, 'hippopotamus')
    const ask = (text: string) =>
      world.attempt(null, 'select slug from public.search_nodes($1, $2)', [workspaceId, text])
    await world.db.query("set statement_timeout = '5s'")
    expect((await ask(`hippopotamus${' '.repeat(200)}${'a b c '.repeat(200_000)}`)).rows).toEqual([
      { slug: 'hippopotamus' },
    ])
    await world.db.query('reset statement_timeout')
  })
})

describe('creating a project', () => {
  const create = (who: Person | null, args: string, values: unknown[] = []) =>
    world.attempt(who, `select to_jsonb(public.create_project($1, ${args})) as made`, [
      workspaceId,
      ...values,
    ])

  test('makes the caller its owner, with a published default branch', async () => {
    const rows = await world.as(maker, async (ask) => {
      const [row] = await ask<{ made: { project: { id: number; slug: string; default_branch_id: number } } }>(
        "select to_jsonb(public.create_project($1, 'Größe & Co')) as made",
        [workspaceId],
      )
      return ask(
        `select p.slug, b.slug as branch, b.is_published, r.role::text
         from public.projects p join public.branches b on b.id = p.default_branch_id, public.my_project_permissions(p.id) r
         where p.id = $1 and r.permission = 'project_ownership_update'`,
        [row?.made.project.id],
      )
    })
    expect(rows).toEqual([{ slug: 'gro-e-co', branch: 'main', is_published: true, role: 'owner' }])
  })

  test('with a slug that is taken names the field; without one finds a free slug', async () => {
    const existing = await aProject('internal')
    const taken = await create(maker, '$2, p_slug => $3', ['Again', existing.slug])
    expect([taken.refused, taken.message.includes('projects_workspace_id_slug_idx')]).toEqual(['23505', true])
    const free = await create(maker, '$2', [`${existing.slug}!`])
    expect(free.rows[0]?.made.project.slug).toBe(`${existing.slug}-2`)
  })

  test('cannot name a file that somebody else uploaded', async () => {
    const outcome = await create(maker, "'Stolen', p_uploads => $2", [
      JSON.stringify([{ path: 'reference/x.yaml', object: `${workspaceId}/${owner.authId}/file` }]),
    ])
    expect(outcome.message).toBe('The uploaded file was not found. Please upload it again.')
  })

  test('past the plan is refused with 402', async () => {
    const free = await world.aWorkspace('tiny', 'free')
    await world.db.query("insert into public.projects (workspace_id, name, slug) values ($1, 'One', 'one')", [
      free.id,
    ])
    const outcome = await world.attempt(free.owner, "select public.create_project($1, 'Two')", [free.id])
    expect(outcome.refused).toBe('PT402')
    await world.db.query("update private.deployment set mode = 'single_tenant'")
    const alone = await world.attempt(free.owner, "select public.create_project($1, 'Two')", [free.id])
    await world.db.query("update private.deployment set mode = 'multi_tenant'")
    expect(alone.refused).toBe(null)
  })
})

test('an old slug keeps leading to its project', async () => {
  const project = await aProject('internal')
  const rows = await world.as(owner, async (ask) => {
    await ask("update public.projects set slug = 'renamed' where id = $1", [project.id])
    return ask(
      'select s.slug, p.slug as now from public.project_slugs s join public.projects p on p.id = s.project_id where s.slug = $1',
      [project.slug],
    )
  })
  expect(rows).toEqual([{ slug: project.slug, now: 'renamed' }])
})

test('a pin is for who may read the project, and seen by who made it', async () => {
  const hidden = await aProject('private')
  const listed = await aProject('internal')
  const refused = await world.attempt(maker, 'select public.pin_project($1)', [hidden.id])
  const pins = await world.as(maker, async (ask) => {
    await ask('select public.pin_project($1)', [listed.id])
    return ask('select project_id::integer from public.project_pins')
  })
  expect([refused.refused, pins]).toEqual(['PT404', [{ project_id: listed.id }]])
})

test('a pin is taken away by who made it, and stays with everybody else', async () => {
  const [one, other] = [await aProject('internal'), await aProject('internal')]
  for (const who of [owner, maker])
    for (const { id } of [one, other]) await world.does(who, 'select public.pin_project($1)', [id])
  const counts = []
  for (const who of [owner, maker, viewer])
    for (const sql of [
      'update public.project_pins set position = 7 where project_id = $1',
      'delete from public.project_pins where project_id = $1',
    ])
      counts.push((await world.attempt(who, sql, [one.id])).count)
  expect(counts).toEqual([1, 1, 1, 1, 0, 0])
  await world.does(maker, 'select public.unpin_project($1)', [one.id])
  const { rows } = await world.db.query(
    'select user_id::integer, project_id::integer from public.project_pins where project_id in ($1, $2) order by 1, 2',
    [one.id, other.id],
  )
  expect(rows.map((row) => [row.user_id, row.project_id])).toEqual(
    [
      [owner.id, one.id],
      [owner.id, other.id],
      [maker.id, other.id],
    ].sort((a, b) => Number(a[0]) - Number(b[0])),
  )
})

test('activity is written with its change and cannot be rewritten by anybody', async () => {
  const project = await aProject('internal')
  const events = await world.as(owner, async (ask) => {
    await ask("update public.projects set name = 'Renamed' where id = $1", [project.id])
    return ask(
      "select type, metadata ->> 'project' as project from public.workspace_activity($1, p_limit => 1)",
      [workspaceId],
    )
  })
  expect(events).toEqual([{ type: 'project.updated', project: 'Renamed' }])
  await expect(world.db.query("update public.activity_events set type = 'nothing'")).rejects.toMatchObject({
    code: 'PT403',
  })
  await expect(world.db.query('delete from public.activity_events')).rejects.toMatchObject({ code: 'PT403' })
})

test('deleting a project takes everything in it along', async () => {
  const project = await aProject('internal')
  await aNode(project, 'heron')
  const left = await world.as(owner, async (ask) => {
    await ask('select public.delete_project($1)', [project.id])
    return ask('select 1 from public.branch_nodes where project_id = $1', [project.id])
  })
  expect(left).toEqual([])
})

test('a project is deleted after its images: where these cannot be, it stays, and the message is theirs', async () => {
  const project = await aProject('internal')
  const hash = Buffer.alloc(32, 'logo')
  await world.db.query('insert into public.files (workspace_id, hash, size) values ($1, $2, 1)', [
    workspaceId,
    hash,
  ])
  await world.db.query(
    `insert into public.branch_files (branch_id, workspace_id, path, hash) values ($1, $2, 'assets/logo.png', $3)`,
    [project.branchId, workspaceId, hash],
  )
  await world.db.query(
    `create function private.keep_images() returns trigger language plpgsql as $$
     begin
       -- With the project, its branch would be gone before its files.
       if private.is_image(old.path) and exists (select 1 from public.branches b where b.id = old.branch_id and b.is_default) then
         raise 'Images stay.';
       end if;
       return old;
     end $$;
     create trigger keep_images before delete on public.branch_files for each row execute function private.keep_images()`,
  )
  const attempt = () => world.attempt(owner, 'select public.delete_project($1)', [project.id])
  expect(await attempt()).toMatchObject({ message: 'Images stay.' })
  await world.db.query('drop trigger keep_images on public.branch_files; drop function private.keep_images()')
  expect(await attempt()).toMatchObject({ refused: null })
})

test('an import brings a thousand files at most', async () => {
  const { id } = await aProject('internal')
  const uploads = (files: number) =>
    JSON.stringify(Array.from({ length: files }, (_, n) => ({ path: `${n}.yaml`, object: 'nowhere' })))
  const asked = (files: number) =>
    world.attempt(owner, `select public.import_files($1, 'main', $2)`, [id, uploads(files)])
  expect(await asked(1001)).toMatchObject({ message: 'An import may bring at most 1000 files.' })
  expect(await asked(1000)).toMatchObject({
    message: 'The uploaded file was not found. Please upload it again.',
  })
})
