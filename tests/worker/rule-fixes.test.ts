// Quick fixes over many projects: each becomes a branch and a proposal of it, once, wherever the worker is killed.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { type Blockade, blockTable } from './support/blockade.ts'
import { aGitProject, gitEnv, giveServiceAccount } from './support/git-project.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld({ lints: true })
})
afterEach(() => world.end())

const RULE = 'path-keys-no-trailing-slash'
const operation = 'get: {operationId: a, responses: {"200": {description: Fine.}}} # kept'
const api = (...paths: string[]) =>
  `openapi: 3.1.0\r\ninfo: {title: Pets, version: "1"}\r\npaths:\r\n${paths
    .map((path) => `  ${path}:\r\n    ${operation}\r\n`)
    .join('')}`

/** Waits until the default branch is linted as it is. */
const linted = ({ branchId }: Pick<Project, 'branchId'>) =>
  world.untilRow(
    `select 1 as linted from public.branch_lints l where l.branch_id = $1 and private.lint_state(l.branch_id) = 'current'`,
    [branchId],
  )

async function aLintedProject(name: string, file: string): Promise<Project> {
  const project = await world.aProject(name)
  const files = { 'api.yaml': file, 'docs/intro.md': '# Intro\n' }
  expect((await world.finished(await world.importFiles(project, files))).status).toBe('success')
  await linted(project)
  return project
}

async function propose(...projects: Pick<Project, 'id'>[]) {
  const { answer } = await world.asOwner<{ answer: { results: { ok: boolean; code: string | null }[] } }>(
    'select to_jsonb(public.propose_rule_fixes($1, $2, $3)) as answer',
    [world.workspaceId, RULE, projects.map(({ id }) => id)],
  )
  return answer.results.map(({ ok, code }) => (ok ? 'queued' : code))
}

interface Fixed {
  status: string
  problem: string | null
  mended: number | null
  left_over: number | null
  branch: string
  branch_id: string
}

const fixed = ({ id }: Pick<Project, 'id'>, status = 'proposed') =>
  world.untilRow<Fixed>(
    `select f.*, o.branch_name as branch, o.branch_id from private.rule_fixes f left join public.proposals o on o.id = f.proposal_id
     where f.project_id = $1 and f.status = $2`,
    [id, status],
  )

/** Once its branch is analysed and linted: how many violations of the rule it has. */
async function violationsOf(branchId: string): Promise<number> {
  await linted({ branchId })
  const { rows } = await world.db.query<{ left: number }>(
    'select count(*)::integer as left from public.findings where branch_id = $1 and rule = $2',
    [branchId, RULE],
  )
  return rows[0]?.left ?? -1
}

const counts = () =>
  world.untilRow(
    `select (select count(*)::integer from public.proposals) as proposals, (select count(*)::integer from public.branches where not is_default) as branches,
       (select count(*)::integer from public.task_logs where task_id = 'analyze') as analyses`,
  )

/** The worker dies where it is held, and another one goes on. */
async function killedAt(block: () => Promise<Blockade>, env?: Record<string, string>): Promise<void> {
  const blockade = await block()
  const worker = await world.worker(env)
  await blockade.reached()
  await worker.end('SIGKILL')
  await blockade.lift()
  await world.worker(env)
}

describe('a fix of a project without Git', () => {
  test.each<[where: string, block: () => Promise<Blockade>]>([
    ['while it uploads', () => blockTable(world, 'storage.objects')],
    ['when it is about to propose', () => blockTable(world, 'public.proposals')],
  ])('is proposed once though the worker is killed %s', async (_where, block) => {
    const first = await world.worker()
    const project = await aLintedProject('Fixed', api('/pets/', '/shops/', '/walks'))
    await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
    await first.end('SIGTERM')
    expect(await propose(project)).toEqual(['queued'])
    expect(await propose(project)).toEqual(['CONFLICT'])
    await killedAt(block)
    const fix = await fixed(project)
    expect([fix.mended, fix.left_over]).toEqual([2, 0])
    expect(await violationsOf(fix.branch_id)).toBe(0)
    expect(await counts()).toEqual({ proposals: 1, branches: 1, analyses: 2 })
    // Of the other file the branch has what there was; of this one the bytes that were meant, and its line endings.
    const { rows } = await world.db.query(
      `select path, f.hash = sha256($3::bytea) as is_meant, f.hash = (select o.hash from public.branch_files o where o.branch_id = $2 and o.path = f.path) as is_same
       from public.branch_files f where branch_id = $1 order by path`,
      [fix.branch_id, project.branchId, Buffer.from(api('/pets', '/shops', '/walks'))],
    )
    expect(rows).toEqual([
      { path: 'api.yaml', is_meant: true, is_same: false },
      { path: 'docs/intro.md', is_meant: false, is_same: true },
    ])
    // What is proposed is not proposed again.
    expect(await propose(project)).toEqual(['CONFLICT'])
  })

  test('says where only its author knows what was meant, and leaves what is waived', async () => {
    await world.worker()
    const [both, waived] = [
      await aLintedProject('Both', api('/pets/', '/pets')),
      await aLintedProject('Waived', api('/pets/', '/shops/')),
    ]
    await world.asOwner(
      `select public.waive_finding(f.id, 'It is so.', (select user_id from public.workspace_members where workspace_id = $2 limit 1), current_date + 7)
       from public.findings f where f.project_id = $1 and f.rule = $3 and f.pointer like '%shops%'`,
      [waived.id, world.workspaceId, RULE],
    )
    expect(await propose(both, waived)).toEqual(['queued', 'queued'])
    expect((await fixed(both, 'failed')).problem).toBe('Nothing could be mended without a person.')
    const fix = await fixed(waived)
    expect([fix.mended, fix.left_over]).toEqual([1, 0])
    expect(await violationsOf(fix.branch_id)).toBe(1)
  })

  test('is not made for who may not change the project any more', async () => {
    const first = await world.worker()
    const project = await aLintedProject('Left', api('/pets/'))
    await first.end('SIGTERM')
    await propose(project)
    await world.db.query('update private.rule_fixes set created_by = null')
    await world.worker()
    expect((await fixed(project, 'failed')).problem).toBe(
      'Who asked for this fix may not change the project any more.',
    )
    expect(await counts()).toMatchObject({ proposals: 0, branches: 0 })
  })
})

describe('a fix of a project from Git', () => {
  let remote: GitRemote
  let repository: Repository
  beforeEach(async () => {
    remote = await startGitRemote()
    repository = remote.repository('pets')
    repository.git(['config', 'http.receivepack', 'true'])
  })
  afterEach(() => remote.close())

  test('is one commit on a branch of its own, though the worker is killed behind the push', async () => {
    const base = repository.commit({ 'api.yaml': api('/pets/', '/shops/'), 'src/main.c': 'int main;' })
    const first = await world.worker(gitEnv)
    const project = await aGitProject(world, remote, repository)
    await giveServiceAccount(world, project, 'robot', 'secret')
    await world.finished(project.job)
    await linted(project)
    await first.end('SIGTERM')
    expect(await propose(project)).toEqual(['queued'])
    await killedAt(() => blockTable(world, 'public.proposals'), gitEnv)
    const fix = await fixed(project)
    expect(await violationsOf(fix.branch_id)).toBe(0)
    expect(await counts()).toMatchObject({ proposals: 1, branches: 1 })
    const git = (...args: string[]) => repository.git(args).toString().trim()
    expect(git('rev-list', `${base}..${fix.branch}`).split('\n')).toHaveLength(1)
    expect(git('diff', '--name-only', base, fix.branch)).toBe('api.yaml')
    expect(git('show', `${fix.branch}:api.yaml`)).toBe(api('/pets', '/shops').trim())
  })

  const branchesThere = () =>
    repository.git(['branch', '--format=%(refname:short)']).toString().trim().split('\n')
  /** A fix that pushed its branch and was killed before it could be proposed; then something came between. */
  async function pushedForNothing(change: (project: Project) => Promise<unknown>) {
    repository.commit({ 'api.yaml': api('/pets/', '/shops/') })
    const first = await world.worker(gitEnv)
    const project = await aGitProject(world, remote, repository)
    await giveServiceAccount(world, project, 'robot', 'secret')
    await world.finished(project.job)
    await linted(project)
    await first.end('SIGTERM')
    await propose(project)
    const blockade = await blockTable(world, 'public.proposals')
    const second = await world.worker(gitEnv)
    await blockade.reached()
    await second.end('SIGKILL')
    // What it was about to say has not been said.
    await world.db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark-fix' and datname = current_database()",
    )
    await blockade.lift()
    expect(branchesThere()).toHaveLength(2)
    await change(project)
    return project
  }

  test('leaves no branch behind when what it pushed cannot be proposed any more', async () => {
    const project = await pushedForNothing(() =>
      world.db.query("update public.branches set content_hash = 'moved' where is_default"),
    )
    await world.worker(gitEnv)
    await fixed(project, 'failed')
    await world.untilRow('select 1 as over from private.rule_fixes where pushed_on is null')
    expect(branchesThere()).toEqual(['main'])
  })

  test('leaves a branch that others went on with', async () => {
    const project = await pushedForNothing(async () => {
      const [branch = ''] = branchesThere().filter((name) => name !== 'main')
      const tip = repository
        .git(['commit-tree', `${branch}^{tree}`, '-p', branch, '-m', 'More'])
        .toString()
        .trim()
      repository.git(['update-ref', `refs/heads/${branch}`, tip])
      await world.db.query("update public.branches set content_hash = 'moved' where is_default")
    })
    await world.worker(gitEnv)
    await fixed(project, 'failed')
    await world.untilRow('select 1 as over from private.rule_fixes where pushed_on is null')
    expect(branchesThere()).toHaveLength(2)
  })

  test('goes on by another name where its host gives no branch back', async () => {
    const failed = (of: Pick<Project, 'id'>) =>
      world.db.query(
        "update private.rule_fixes set status = 'failed', created_at = now() - interval '1 hour' where project_id = $1",
        [of.id],
      )
    const project = await pushedForNothing(async (of) => {
      repository.git(['config', 'receive.denyDeletes', 'true'])
      await failed(of)
    })
    expect(await propose(project)).toEqual(['queued'])
    await world.worker(gitEnv)
    await fixed(project, 'failed')
    await failed(project)
    expect(await propose(project)).toEqual(['queued'])
    await fixed(project)
    expect(branchesThere()).toHaveLength(3)
  })

  test('asked for anew after all attempts failed begins with a branch of its own', async () => {
    const project = await pushedForNothing((of) =>
      world.db.query(
        "update private.rule_fixes set status = 'failed', created_at = now() - interval '1 hour' where project_id = $1",
        [of.id],
      ),
    )
    expect(await propose(project)).toEqual(['queued'])
    await world.worker(gitEnv)
    await fixed(project)
    expect(branchesThere()).toHaveLength(2)
    expect(await counts()).toMatchObject({ proposals: 1, branches: 1 })
  })
})
