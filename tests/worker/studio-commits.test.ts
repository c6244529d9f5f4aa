// Commits of working copies: what people edited stands at the Git host, by their account, once, and nothing else does.
import { randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { firstState } from '../../editing/documents/state.ts'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { anApi } from './support/descriptions.ts'
import { aGitProject, type GitProject, gitEnv, giveServiceAccount } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let remote: GitRemote
let repository: Repository
let project: GitProject
let number = 0
let base = ''
const robot = `Basic ${Buffer.from('robot:secret').toString('base64')}`

beforeAll(async () => {
  world = await aWorld()
  remote = await startGitRemote()
  await world.worker(gitEnv)
})
beforeEach(async () => {
  repository = remote.repository(`edited-${++number}`)
  repository.git(['config', 'http.receivepack', 'true'])
  base = repository.commit({
    'reference/parts.json': anApi('v1', 4),
    'docs/a.md': '\uFEFF# A\r\nOld\r\n',
    'docs/b.md': '# B\n',
    'src/main.c': 'int main;',
  })
  project = await aGitProject(world, remote, repository)
  await giveServiceAccount(world, project, 'robot', 'secret')
  await world.finished(project.job)
  await world.asOwner('select public.open_studio(p.slug) from public.projects p where p.id = $1', [
    project.id,
  ])
})
afterEach(() => {
  remote.demand(null)
  remote.intercept(() => false)
})
afterAll(async () => {
  await world.end()
  await remote.close()
})

interface Row {
  id: string
  path: string
  changed: boolean
  epoch: number
}

async function documents(): Promise<Map<string, Row>> {
  const { rows } = await world.db.query<Row>(
    'select id, path, changed, epoch from public.documents where branch_id = $1 and deleted_at is null order by path',
    [project.branchId],
  )
  return new Map(rows.map((row) => [row.path, row]))
}

async function idOf(path: string): Promise<string> {
  const found = (await documents()).get(path)
  if (!found) throw new Error(`no document ${path}`)
  return found.id
}

/** Opens a document with this text, as the function does, and types into it. */
async function type(path: string, text: string, eol: 'lf' | 'crlf', bom: boolean, at: number, what: string) {
  const id = await idOf(path)
  const state = firstState(text)
  await world.db.query(`select public.svc_keep_snapshot($1, 1, 'text', $2, $3, $4, $5)`, [
    id,
    eol,
    bom,
    text.length,
    gzipSync(state).toString('base64'),
  ])
  await typeOn(id, at, what)
  return id
}

/** Types on in it, beside what was typed there. */
async function typeOn(id: string, at: number, what: string) {
  const { rows } = await world.db.query<{ state: Buffer }>(
    'select state from private.document_snapshots where document_id = $1',
    [id],
  )
  const [snapshot] = rows
  if (!snapshot) throw new Error('nobody opened it')
  const doc = new Y.Doc()
  Y.applyUpdateV2(doc, gunzipSync(snapshot.state))
  const before = Y.encodeStateVector(doc)
  doc.getText('t').insert(at, what)
  const update = Buffer.from(Y.encodeStateAsUpdate(doc, before)).toString('base64')
  await world.asOwner('select public.append_updates($1, 1, $2)', [
    id,
    JSON.stringify([{ key: randomUUID(), update }]),
  ])
}

const commit = async (message: string, ids: string[], newBranch: string | null = null) =>
  (
    await world.asOwner<{ id: string }>('select public.commit_documents($1, $2, $3, $4) as id', [
      project.branchId,
      message,
      ids,
      newBranch,
    ])
  ).id

interface Ended {
  status: string
  commit_hash: string | null
  reason: string | null
  task_id: string | null
}

const ended = (id: string) =>
  world.untilRow<Ended>(
    `select status, commit_hash, reason, task_id from public.document_commits where id = $1 and finished_at is not null`,
    [id],
  )
const atHost = (path: string, branch = 'main') => repository.git(['cat-file', 'blob', `${branch}:${path}`])
const changedPaths = async () =>
  [...(await documents()).values()].filter(({ changed }) => changed).map(({ path }) => path)

describe('what was edited', () => {
  test('is committed as it was chosen: its bytes, names and deletions, by the service account', async () => {
    remote.demand(robot)
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    const b = await idOf('docs/b.md')
    await world.asOwner('select public.move_documents($1, $2)', [
      project.branchId,
      JSON.stringify([{ id: b, path: 'docs/c/b.md' }]),
    ])
    await world.asOwner('select public.create_documents($1, $2)', [
      project.branchId,
      JSON.stringify([
        { path: 'docs/new.md', text: '# New\n' },
        { path: 'docs/later.md', text: '# Later\n' },
      ]),
    ])
    const made = await ended(await commit('Say it anew', [a, b, await idOf('docs/new.md')]))
    expect(made).toMatchObject({
      status: 'pushed',
      reason: null,
      commit_hash: repository.git(['rev-parse', 'main']),
    })
    expect(repository.git(['log', '-1', '--format=%P|%ae|%B'])).toBe(`${base}|owner@example.com|Say it anew`)
    expect(repository.git(['diff', '--name-status', '--no-renames', base, 'main']).split('\n')).toEqual([
      'M\tdocs/a.md',
      'D\tdocs/b.md',
      'A\tdocs/c/b.md',
      'A\tdocs/new.md',
    ])
    expect(repository.git(['rev-parse', 'main:docs/a.md'])).toBe(
      repository.git(['hash-object', '--stdin'], '\uFEFF# A\r\nNew\r\nOld\r\n'),
    )
    expect(await changedPaths()).toEqual(['docs/later.md'])
    // Its analysis finds what is here, so that nobody's editor begins anew.
    expect((await world.finished(made.task_id ?? '')).status).toBe('success')
    expect(await changedPaths()).toEqual(['docs/later.md'])
    expect((await documents()).get('docs/a.md')?.epoch).toBe(1)
    const { rows } = await world.db.query(
      'select count(*)::integer as n from public.documents where branch_id = $1 and base_moved',
      [project.branchId],
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('while the branch moved at its host is left alone, and the branch is looked at', async () => {
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    const moved = repository.commit({ 'docs/a.md': '# Theirs\n' })
    const made = await ended(await commit('Say it anew', [a]))
    expect(made).toMatchObject({ status: 'moved', commit_hash: moved })
    expect(repository.git(['rev-parse', 'main'])).toBe(moved)
    await world.finished(made.task_id ?? '')
    const { rows } = await world.db.query('select base_moved, changed from public.documents where id = $1', [
      a,
    ])
    expect(rows).toEqual([{ base_moved: true, changed: true }])
    await expect(commit('Again', [a])).rejects.toThrow(/The branch has changed under what you changed/)
  })

  test('is committed up to where it was meant, and nothing that was typed after it', async () => {
    const b = await type('docs/b.md', '# B\n', 'lf', false, 4, 'New\n')
    await typeOn(b, 4, 'Later\n')
    // As of a suggestion that was applied: its first update alone.
    await world.db.query(`
      create or replace function public.commit_for_test(branch_id bigint, document_id uuid, up_to bigint) returns uuid
      language plpgsql security definer as $$
      declare made constant uuid := public.commit_documents(branch_id, 'New alone', array[document_id]);
      begin
        update private.document_commit_files f set up_to = commit_for_test.up_to where f.commit_id = made;
        return made;
      end $$`)
    await world.db.query('grant execute on function public.commit_for_test to authenticated')
    const commitUpTo = async () =>
      ended(
        (
          await world.asOwner<{ id: string }>('select public.commit_for_test($1, $2, 1) as id', [
            project.branchId,
            b,
          ])
        ).id,
      )
    expect(await commitUpTo()).toMatchObject({ status: 'pushed' })
    expect(atHost('docs/b.md')).toBe('# B\nNew')
    expect(await changedPaths()).toEqual(['docs/b.md'])
    // What a snapshot holds cannot be taken out of it.
    await world.db.query('update private.document_snapshots set seq = 2 where document_id = $1', [b])
    expect(await commitUpTo()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('More was typed in this file meanwhile.'),
    })
    expect(atHost('docs/b.md')).toBe('# B\nNew')
  })

  test('begins a branch of its own, and is no change of the old one then', async () => {
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    const made = await ended(await commit('Try it', [a], 'try/it'))
    expect(made).toMatchObject({ status: 'pushed', reason: null })
    expect(repository.git(['rev-parse', 'main', 'try/it']).split('\n')).toEqual([base, made.commit_hash])
    expect(atHost('docs/a.md', 'try/it')).toContain('New')
    expect(await changedPaths()).toEqual([])
    await world.finished(made.task_id ?? '')
    const empty = await ended(await commit('Begin', [], 'empty'))
    expect(empty).toMatchObject({ status: 'pushed', commit_hash: base })
    await expect(commit('Again', [], 'try/it')).rejects.toThrow(
      'The project has a branch of this name already.',
    )
    // Its old place is taken by another file: what was pushed stays a change here.
    const [b, other] = [await idOf('docs/b.md'), JSON.stringify([{ path: 'docs/b.md', text: 'another' }])]
    await world.asOwner('select public.move_documents($1, $2)', [
      project.branchId,
      JSON.stringify([{ id: b, path: 'docs/d.md' }]),
    ])
    await world.asOwner('select public.create_documents($1, $2)', [project.branchId, other])
    expect(await ended(await commit('Move', [b], 'moved'))).toMatchObject({ status: 'pushed' })
    expect(await changedPaths()).toEqual(['docs/b.md', 'docs/d.md'])
    repository.git(['branch', 'foreign', base])
    const taken = await ended(await commit('Begin', [], 'foreign'))
    // What stands there already is what was asked for.
    expect(taken).toMatchObject({ status: 'pushed', commit_hash: base })
  })

  test('is not committed by the service account where the host would run it, whatever its name was when it was chosen', async () => {
    await world.asOwner('select public.create_documents($1, $2)', [
      project.branchId,
      JSON.stringify([{ path: '.gitlab-ci.yml', text: 'run: it' }]),
    ])
    await expect(commit('Run', [await idOf('.gitlab-ci.yml')])).rejects.toThrow(
      /tells the Git host what to run/,
    )
    // Chosen under another name, and moved before the worker reads it.
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    const { rows } = await world.db.query<{ id: string }>(
      `with made as (
         insert into public.document_commits (branch_id, project_id, workspace_id, author_id, message, base_commit)
         select d.branch_id, d.project_id, d.workspace_id, m.user_id, 'Run', $2 from public.documents d
         join public.workspace_members m on m.workspace_id = d.workspace_id and m.role = 'owner' where d.id = $1 returning id),
       chosen as (insert into private.document_commit_files select id, $1 from made)
       select id from made`,
      [a, base],
    )
    await world.asOwner('select public.move_documents($1, $2)', [
      project.branchId,
      JSON.stringify([{ id: a, path: '.github/workflows/a.yml' }]),
    ])
    await world.db.query(
      `select graphile_worker.add_job('commit_documents', json_build_object('commit_id', $1::uuid))`,
      [rows[0]?.id],
    )
    expect(await ended(rows[0]?.id ?? '')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/tells the Git host what to run/),
    })
    expect(repository.git(['rev-parse', 'main'])).toBe(base)
  })

  test('is not committed with wrong credentials, nor by who lost the right meanwhile', async () => {
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    remote.demand('Basic other')
    const refused = await ended(await commit('One', [a]))
    expect(refused).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/did not accept the credentials/),
    })
    remote.demand(null)
    expect(await changedPaths()).toEqual(['docs/a.md'])
    const { rows } = await world.db.query(
      `insert into public.document_commits (branch_id, project_id, workspace_id, author_id, message, base_commit)
       select $1, $2, $3, null, 'Gone', $4 returning id`,
      [project.branchId, project.id, project.workspaceId, base],
    )
    await world.db.query(
      `select graphile_worker.add_job('commit_documents', json_build_object('commit_id', $1::uuid))`,
      [rows[0].id],
    )
    expect(await ended(rows[0].id)).toMatchObject({
      status: 'failed',
      reason: 'You may not change this project any more.',
    })
    expect(repository.git(['rev-parse', 'main'])).toBe(base)
  })
})

describe('what the host has', () => {
  interface Found {
    status: string
    tip: string | null
    behind: number | null
    commits: { sha: string; author: string; message: string }[]
    paths: string[] | null
    reason: string | null
  }
  const look = async () => {
    await world.asOwner('select public.look_at_host($1)', [project.branchId])
    return world.untilRow<Found>(
      `select status, tip, behind, commits, paths, reason from public.branch_remotes where branch_id = $1 and status <> 'looking'`,
      [project.branchId],
    )
  }
  const pull = async () => {
    const { job_id: job } = await world.asOwner<{ job_id: string }>(
      'select (public.pull_branch($1)).job_id',
      [project.branchId],
    )
    await world.finished(job)
  }
  const stateOf = async (id: string) =>
    (await world.db.query('select base_moved, changed, deleted_at from public.documents where id = $1', [id]))
      .rows[0]

  test('is told before it is pulled: how many commits, whose, and which files; then all but what both changed follows', async () => {
    expect(await look()).toMatchObject({ status: 'same', tip: base })
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    const first = repository.commit({ 'docs/a.md': '# Theirs\n', 'docs/b.md': '# B\n' })
    const second = repository.commit({ 'docs/a.md': '# Theirs\n', 'docs/b.md': '# B, anew\n' })
    const found = await look()
    expect(found).toMatchObject({ status: 'behind', tip: second, behind: 2 })
    expect(found.commits.map(({ sha }) => sha)).toEqual([second, first])
    expect(found.paths).toContain('docs/a.md')
    await pull()
    expect(await stateOf(a)).toMatchObject({ base_moved: true, changed: true })
    expect(await changedPaths()).toEqual(['docs/a.md'])
    const { rows } = await world.db.query(
      `select c.sha, exists (select 1 from private.commit_files f where f.branch_id = c.branch_id and f.sha = c.sha) as has_files
       from public.commits c where c.branch_id = $1 order by c.created_at desc`,
      [project.branchId],
    )
    expect(rows).toEqual([
      { sha: second, has_files: true },
      { sha: first, has_files: false },
      { sha: base, has_files: true },
    ])
    expect(await look()).toMatchObject({ status: 'same', tip: second })
  })

  test('loses nothing here when its history was rewritten', async () => {
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    repository.git(['update-ref', '-d', 'refs/heads/main'])
    const tip = repository.commit({ 'docs/a.md': '# Another\n' })
    expect(await look()).toMatchObject({ status: 'rewritten', tip, behind: null, paths: null })
    await pull()
    expect(await stateOf(a)).toMatchObject({ base_moved: true, changed: true, deleted_at: null })
  })

  test('loses nothing here when the branch was deleted: it is committed to another one', async () => {
    const a = await type('docs/a.md', '# A\nOld\n', 'crlf', true, 4, 'New\n')
    repository.git(['update-ref', 'refs/keep/main', base])
    repository.git(['update-ref', '-d', 'refs/heads/main'])
    expect(await look()).toMatchObject({ status: 'gone', tip: null })
    const { rows } = await world.db.query<{ outcome: string; reason: string }>(
      `select e.outcome, e.reason from public.projects p cross join lateral private.apply_git_event(p, $2) e where p.id = $1`,
      [project.id, JSON.stringify({ type: 'branch_deleted', branch: 'main' })],
    )
    expect(rows).toEqual([{ outcome: 'ignored', reason: expect.stringMatching(/It stays here/) }])
    expect(await ended(await commit('Here', [a]))).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/does not exist/),
    })
    expect(await ended(await commit('Elsewhere', [a], 'saved'))).toMatchObject({ status: 'pushed' })
    expect(atHost('docs/a.md', 'saved')).toContain('New')
  })

  test('is not told by a host that takes the account for none', async () => {
    remote.demand('Basic other')
    expect(await look()).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/did not accept the credentials/),
    })
  })
})
