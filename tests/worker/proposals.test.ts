// What a proposal changes: found for any two branches of a project, all of it, and anew whenever one of them has other content.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failAbandoned } from '../../worker/jobs/analyze-log.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.worker()
})
afterAll(() => world.end())

const get = { responses: { 200: { description: 'Fine.' } } }
const api = (names: string[], more: object = {}) => ({
  'pets.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(names.map((name) => [`/${name}`, { get }])),
    ...more,
  }),
})

async function aBranch(project: Project, name: string): Promise<Project> {
  const { rows } = await world.db.query<{ id: string }>(
    'insert into public.branches (project_id, name, slug) values ($1, $2, $2) returning id',
    [project.id, name],
  )
  return { ...project, branchId: rows[0]?.id ?? '' }
}

async function filled(project: Project, files: Record<string, string>): Promise<void> {
  const { rows } = await world.db.query<{ slug: string }>('select slug from public.branches where id = $1', [
    project.branchId,
  ])
  const uploads = await Promise.all(
    Object.entries(files).map(async ([path, content]) => {
      const object = `${project.workspaceId}/proposed/${crypto.randomUUID()}`
      await world.upload(object, content)
      return { path, object }
    }),
  )
  const { job } = await world.untilRow<{ job: string }>(
    `with task as (
       insert into public.task_logs (task_id, workspace_id, project_id, branch_id, event) values ('analyze', $1, $2, $3, 'manual') returning job_id
     ), files as (
       insert into private.task_uploads (job_id, path, object)
       select t.job_id, u.path, u.object from task t, jsonb_to_recordset($4) as u (path text, object text)
     )
     select t.job_id as job from task t`,
    [project.workspaceId, project.id, project.branchId, JSON.stringify(uploads)],
  )
  await world.db.query('select private.start_analysis_job($1, $2, $3)', [
    job,
    project.workspaceId,
    `branch:${project.branchId}`,
  ])
  const task = await world.finished(job)
  expect(task.payload.error, rows[0]?.slug).toBeUndefined()
}

const propose = async (branch: Project, baseline: Project) =>
  (
    await world.asOwner<{ id: string }>('select public.create_proposal($1, $2, $3, $4) as id', [
      branch.branchId,
      'Name it anew',
      '',
      baseline.branchId,
    ])
  ).id

const compared = (id: string, branch: Project) =>
  world.untilRow<{ major: number; minor: number; patch: number; nodes: number; draft: string }>(
    `select c.* from private.proposal_comparisons c join public.proposals o on o.id = c.proposal_id
     where c.proposal_id = $1 and private.proposal_comparison_state(o) = 'current' and o.branch_id = $2`,
    [id, branch.branchId],
  )

test('a version is compared with another one than the default, and anew when it changes', async () => {
  const main = await world.aProject('proposed')
  await filled(main, api(['main']))
  const [base, next] = [await aBranch(main, 'base'), await aBranch(main, 'next')]
  await filled(base, api(['kept', 'old']))
  await filled(next, api(['kept', 'new']))
  const id = await propose(next, base)
  const first = await compared(id, next)
  expect(first).toMatchObject({ major: 1, minor: 1, nodes: 2 })
  expect(first.draft).toContain('## Breaking changes')
  const { rows } = await world.db.query(
    `select uri, semver, operation, path, changes -> 0 ->> 'pointer' as pointer from private.proposal_nodes where proposal_id = $1 order by position`,
    [id],
  )
  expect(rows).toEqual([
    {
      uri: '/pets.json/paths/~1old/get',
      semver: 'major',
      operation: 'removed',
      path: 'pets.json',
      pointer: expect.stringContaining('/paths/~1old'),
    },
    {
      uri: '/pets.json/paths/~1new/get',
      semver: 'minor',
      operation: 'added',
      path: 'pets.json',
      pointer: expect.stringContaining('/paths/~1new'),
    },
  ])
  await filled(next, api(['kept', 'old', 'new']))
  expect(await compared(id, next)).toMatchObject({ major: 0, minor: 1, nodes: 1 })
})

test('all of very much that changes is listed, and nothing internal is told in the draft', async () => {
  const main = await world.aProject('proposed-much')
  const names = Array.from({ length: 700 }, (_, n) => `p${n}`)
  await filled(main, api(['secret', ...names]))
  const next = await aBranch(main, 'next')
  await filled(
    next,
    api([], { paths: { '/secret': { get: { ...get, 'x-internal': true, operationId: 'whispered' } } } }),
  )
  const id = await propose(next, main)
  const { nodes, major, draft } = await compared(id, next)
  expect(major).toBeGreaterThanOrEqual(700)
  expect(nodes).toBeGreaterThanOrEqual(700)
  expect(draft).toContain('p1')
  expect(draft).not.toContain('secret')
  expect(draft.length).toBeLessThanOrEqual(10_000)
})

const V1 = {
  'pets.yaml': [
    'openapi: 3.1.0',
    'info:',
    '  title: Pets',
    '  version: "1"',
    'paths:',
    '  /pets:',
    '    get:',
    '      summary: List pets # all of them',
    '      responses:',
    '        "200": {description: Fine.}',
    '',
  ].join('\n'),
  'docs/a.md': '# A\n',
}

async function aVersion(main: Project, name: string): Promise<Project> {
  const version = await aBranch(main, name)
  await filled(version, V1)
  return version
}

const merging = (id: string) =>
  world.asOwner<{
    merge: {
      may_merge: boolean
      content_hash: string
      baseline_content_hash: string
      conflicts: number
      files: { path: string; conflicts: { name: string; ours: string; theirs: string }[] }[]
      problem: string | null
    }
  }>('select to_jsonb(public.proposal_merge($1)) as merge', [id])

async function merge(id: string, choices: object = {}, version: string | null = null) {
  const { merge: state } = await merging(id)
  await world.asOwner('select public.merge_proposal($1, $2, $3, $4, $5) as done', [
    id,
    state.content_hash,
    state.baseline_content_hash,
    JSON.stringify(choices),
    version,
  ])
}

const ended = (id: string) =>
  world.untilRow<{ status: string }>(
    `select status from public.proposals where id = $1 and status <> 'merging'`,
    [id],
  )

async function textOf(branch: Project, path: string): Promise<string | null> {
  const { rows } = await world.db.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from public.branch_files where branch_id = $1 and path = $2`,
    [branch.branchId, path],
  )
  return rows[0] ? `sha256:${rows[0].hash}` : null
}

const hashOf = async (text: string) =>
  `sha256:${Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')}`

test('both sides are brought together by what they say, and it becomes a release', async () => {
  const main = await world.aProject('merged')
  await filled(main, V1)
  const next = await aVersion(main, 'next')
  const theirs = V1['pets.yaml'].replace('title: Pets', 'title: All pets')
  await filled(next, { ...V1, 'pets.yaml': theirs, 'docs/b.md': '# B\n' })
  const ours = V1['pets.yaml'].replace('List pets # all', 'List every pet # all')
  await filled(main, { 'pets.yaml': ours })
  const id = await propose(next, main)
  await compared(id, next)
  expect((await merging(id)).merge).toMatchObject({ may_merge: true, conflicts: 0 })
  await merge(id, {}, '1.0.0')
  expect(await ended(id)).toEqual({ status: 'merged' })
  // The comment and all else of ours stays; what ours deleted stays deleted.
  expect(await textOf(main, 'pets.yaml')).toBe(await hashOf(ours.replace('title: Pets', 'title: All pets')))
  expect(await textOf(main, 'docs/b.md')).toBe(await hashOf('# B\n'))
  expect(await textOf(main, 'docs/a.md')).toBeNull()
  const { rows } = await world.db.query('select version, notes from public.releases where project_id = $1', [
    main.id,
  ])
  expect(rows).toMatchObject([{ version: '1.0.0', notes: expect.stringContaining('##') }])
})

test('a branch is merged a second time without undoing what others did on the other one', async () => {
  const main = await world.aProject('merged-twice')
  const begun = { ...V1, 'docs/d.md': '# D\n' }
  await filled(main, begun)
  const next = await aBranch(main, 'next')
  await filled(next, { ...begun, 'docs/b.md': '# B\n' })
  const ours = V1['pets.yaml'].replace('title: Pets', 'title: All pets')
  // Others change one file, add one and delete one.
  await filled(main, { ...V1, 'pets.yaml': ours, 'docs/c.md': '# C\n' })
  for (const b of ['# B\n', '# B, once more\n']) {
    await filled(next, { ...begun, 'docs/b.md': b })
    const id = await propose(next, main)
    await compared(id, next)
    expect((await merging(id)).merge).toMatchObject({ may_merge: true, conflicts: 0 })
    await merge(id)
    expect(await ended(id)).toEqual({ status: 'merged' })
    expect(await textOf(main, 'docs/b.md')).toBe(await hashOf(b))
    expect(await textOf(main, 'pets.yaml')).toBe(await hashOf(ours))
    expect(await textOf(main, 'docs/c.md')).toBe(await hashOf('# C\n'))
    expect(await textOf(main, 'docs/d.md')).toBeNull()
  }
})

test('words that Postgres does not take as they are keep nothing from being compared', async () => {
  const main = await world.aProject('odd-words')
  const named = (pattern: string) =>
    api(['pets'], { components: { schemas: { Pet: { type: 'string', pattern } } } })
  await filled(main, named('^a$'))
  const next = await aBranch(main, 'next')
  await filled(next, named(`^[^\\u0000]*${'x'.repeat(488)}😀$`))
  const id = await propose(next, main)
  expect(await compared(id, next)).toMatchObject({ nodes: 1 })
  const { rows } = await world.db.query<{ after: string }>(
    `select changes -> 0 ->> 'after' as after from private.proposal_nodes where proposal_id = $1`,
    [id],
  )
  expect(rows[0]?.after).toContain('\\u0000')
})

test('a merge that nobody will finish is given up, and the proposal is open again', async () => {
  const main = await world.aProject('abandoned')
  await filled(main, V1)
  const next = await aVersion(main, 'next')
  await filled(next, { ...V1, 'docs/b.md': '# B\n' })
  const id = await propose(next, main)
  await compared(id, next)
  const { merge: state } = await merging(id)
  await world.db.query(`update public.proposals set status = 'merging' where id = $1`, [id])
  await world.db.query(
    'insert into private.proposal_merges (proposal_id, content_hash, baseline_content_hash) values ($1, $2, $3)',
    [id, state.content_hash, state.baseline_content_hash],
  )
  await failAbandoned(world.db)
  expect(await ended(id)).toEqual({ status: 'open' })
  expect((await merging(id)).merge.problem).not.toBeNull()
})

test('what both changed waits for who merges, and is what they decide', async () => {
  const main = await world.aProject('disputed')
  await filled(main, V1)
  const next = await aVersion(main, 'next')
  await filled(next, { ...V1, 'pets.yaml': V1['pets.yaml'].replace('title: Pets', 'title: Theirs') })
  const ours = V1['pets.yaml'].replace('title: Pets', 'title: Ours')
  await filled(main, { ...V1, 'pets.yaml': ours })
  const id = await propose(next, main)
  await compared(id, next)
  expect((await merging(id)).merge).toMatchObject({
    conflicts: 1,
    files: [{ path: 'pets.yaml', conflicts: [{ name: 'info › title', ours: 'Ours', theirs: 'Theirs' }] }],
  })
  await expect(merge(id)).rejects.toThrow(/which side holds/)
  await merge(id, { 'pets.yaml': ['theirs'] })
  expect(await ended(id)).toEqual({ status: 'merged' })
  expect(await textOf(main, 'pets.yaml')).toBe(await hashOf(ours.replace('Ours', 'Theirs')))
})

test('a merge whose files cannot be read changes nothing, and the proposal is open again', async () => {
  const main = await world.aProject('refused')
  await filled(main, V1)
  const next = await aVersion(main, 'next')
  await filled(next, { ...V1, 'docs/b.md': '# B\n' })
  const id = await propose(next, main)
  await compared(id, next)
  // Content that is not what was looked at.
  await world.db.query(
    `create function private.move_meanwhile() returns trigger language plpgsql as $$
     begin
       if new.status = 'merging' then
         update public.branches set content_hash = 'moved' where id = new.baseline_branch_id;
       end if;
       return null;
     end $$`,
  )
  await world.db.query(
    'create trigger move_meanwhile after update of status on public.proposals for each row execute function private.move_meanwhile()',
  )
  try {
    await merge(id)
    expect(await ended(id)).toEqual({ status: 'open' })
    expect((await merging(id)).merge.problem).toMatch(/changed since/)
    expect(await textOf(main, 'docs/b.md')).toBeNull()
  } finally {
    await world.db.query('drop function private.move_meanwhile cascade')
  }
})
