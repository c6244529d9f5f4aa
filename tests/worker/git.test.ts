// Branches at a Git host, cloned from a real remote: what becomes of them, and who is let in.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { contentOf } from './support/content.ts'
import { anApi } from './support/descriptions.ts'
import { aGitProject, gitEnv, giveServiceAccount, pushed } from './support/git-project.ts'
import { NEW, OLD } from './support/versions.ts'
import type { WorkerProcess } from './support/worker-process.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let remote: GitRemote
let worker: WorkerProcess
let repository: Repository
let number = 0
beforeAll(async () => {
  world = await aWorld()
  remote = await startGitRemote()
  worker = await world.worker(gitEnv)
})
beforeEach(() => {
  repository = remote.repository(`parts-${++number}`)
})
afterEach(() => {
  remote.demand(null)
  remote.intercept(() => false)
  remote.requests.length = 0
})
afterAll(async () => {
  await world.end()
  await remote.close()
})

const V1 = { 'reference/parts.json': anApi('v1', 4) }
const V2 = { 'reference/parts.json': anApi('v2', 6) }
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

async function branches(projectId: string) {
  const { rows } = await world.db.query<{
    id: string
    name: string
    slug: string
    commit_hash: string | null
  }>('select id, name, slug, commit_hash from public.branches where project_id = $1 order by id', [projectId])
  return rows
}

describe('a branch at a Git host', () => {
  test('becomes the content of the project, with the commit that it stands at', async () => {
    const commit = repository.commit({
      ...V1,
      'src/main.c': 'int main;',
      'docs/logo.png': Buffer.from([1, 2]),
    })
    const project = await aGitProject(world, remote, repository)
    const task = await world.finished(project.job)
    expect(task.payload.error).toBeUndefined()
    expect(task.status).toBe('success')
    expect(await contentOf(world, project.branchId)).toMatchObject({ toc: ['v1'], operations: 4 })
    expect(await branches(project.id)).toEqual([
      { id: project.branchId, name: 'main', slug: 'main', commit_hash: commit },
    ])
    const { rows } = await world.db.query(
      'select path from public.branch_files where branch_id = $1 order by path',
      [project.branchId],
    )
    expect(rows.map(({ path }) => path)).toEqual(['docs/logo.png', 'reference/parts.json'])
    expect(remote.requests.map(({ authorization }) => authorization)).toEqual(
      remote.requests.map(() => undefined),
    )
  })

  test('that is not known yet is made when it exists there, beside what is there already', async () => {
    repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    const commit = repository.commit(V2, { branch: 'feature/öre' })
    expect((await world.finished(await pushed(world, project, 'feature/öre'))).status).toBe('success')
    const [main, feature] = await branches(project.id)
    expect(feature).toMatchObject({ name: 'feature/öre', slug: 'feature/öre', commit_hash: commit })
    expect(await contentOf(world, String(main?.id))).toEqual(OLD)
    expect(await contentOf(world, String(feature?.id))).toEqual(NEW)
  })

  test('that does not exist there fails its task in words, and leaves no branch', async () => {
    repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    const task = await world.finished(await pushed(world, project, 'gone'))
    expect(task.payload.error?.message).toBe('The branch "gone" does not exist at the Git host.')
    expect(task.lines.join()).not.toContain('starts again')
    expect(await branches(project.id)).toHaveLength(1)
  })

  test('that was deleted there before it was read again is removed, and nothing failed', async () => {
    repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    repository.commit(V2, { branch: 'next' })
    await world.finished(await pushed(world, project, 'next'))
    repository.git(['update-ref', '-d', 'refs/heads/next'])
    const { rows } = await world.db.query<{ push: string; removal: string }>(
      `select private.queue_git_analysis($1, 'next', 'push', null, null) as push, private.queue_branch_deletion(b, 'push') as removal
       from public.branches b where b.project_id = $1 and b.name = 'next'`,
      [project.id],
    )
    const push = await world.finished(String(rows[0]?.push))
    expect([push.status, push.lines.at(-1)]).toEqual([
      'success',
      'info: The branch was deleted at the Git host: there is nothing left to read.',
    ])
    expect((await world.finished(String(rows[0]?.removal))).status).toBe('success')
    expect(await branches(project.id)).toHaveLength(1)
  })

  test('of a repository without any waits for its first push', async () => {
    const project = await aGitProject(world, remote, repository)
    const first = await world.finished(project.job)
    expect(first.payload.error).toEqual({
      message: 'This repository is empty. Its documentation appears here with the first push.',
      waits_for: 'push',
    })
    expect(first.lines.at(-1)).toMatch(/^warn: This repository is empty/)
    repository.commit(V1)
    expect((await world.finished(await pushed(world, project, 'main'))).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
  })

  test('of a repository that moved, and that nobody may ask for, waits for who may', async () => {
    repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    remote.intercept((_req, res) => {
      res.writeHead(301, { location: `${remote.url}/elsewhere.git/info/refs` }).end()
      return true
    })
    const task = await world.finished(await pushed(world, project, 'main'))
    expect(task.payload.error).toMatchObject({
      message: expect.stringMatching(/^This repository was renamed or moved/),
      waits_for: 'credentials',
    })
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
  })

  test('is not followed beside the default one where the plan has none', async () => {
    repository.commit(V1)
    repository.commit(V2, { branch: 'feature' })
    const workspaceId = await world.aWorkspace('small')
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 1 where workspace_id = $1',
      [workspaceId],
    )
    const project = await aGitProject(world, remote, repository, { workspaceId })
    expect((await world.finished(project.job)).status).toBe('success')
    const job = await pushed(world, project, 'feature')
    expect((await world.finished(job)).payload.error?.message).toMatch(/follows the default branch/)
    expect(await branches(project.id)).toHaveLength(1)
  })

  test('has its commits written down as Git tells them', async () => {
    const first = repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    const second = repository.commit(V2)
    await world.finished(await pushed(world, project, 'main'))
    const { rows } = await world.db.query(
      `select sha, parent_sha, message, author_name, author_email, committed_at, analyzed_at is not null as analyzed
       from public.commits where branch_id = $1 order by created_at`,
      [project.branchId],
    )
    const said = {
      message: 'A change',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      committed_at: new Date(1_700_000_000_000),
      analyzed: true,
    }
    expect(rows).toEqual([
      { sha: first, parent_sha: null, ...said },
      { sha: second, parent_sha: first, ...said },
    ])
  })

  test('that was pushed with force is what it is now', async () => {
    repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    const commit = repository.commit(V2, { force: true })
    expect((await world.finished(await pushed(world, project, 'main'))).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
    expect((await branches(project.id))[0]?.commit_hash).toBe(commit)
  })

  test('is read from a host that leaves contents out, of which only what is read is sent', async () => {
    const large = Buffer.alloc(300_000, 'x')
    repository.commit({ ...V1, 'video.mp4': large, 'docs/a.md': '# A v1\n', 'docs/b.md': '# A v1\n' })
    const project = await aGitProject(world, remote, repository, { kind: 'github' })
    expect((await world.finished(project.job)).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toMatchObject({ versions: ['v1'], nodes: 11 })
    expect(remote.requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(2)
  })

  test('without anything to document is published empty', async () => {
    repository.commit({ 'main.c': 'int main;' })
    const project = await aGitProject(world, remote, repository)
    expect((await world.finished(project.job)).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toMatchObject({ nodes: 0 })
  })

  test('loses a broken file alone, whose place is in the log', async () => {
    repository.commit({
      ...V1,
      'reference/broken.yaml': 'openapi: 3.1.0\ninfo:\n  title: "Broken\npaths: {}\n',
    })
    const project = await aGitProject(world, remote, repository)
    expect((await world.finished(project.job)).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
    const { rows } = await world.db.query(
      `select level, rule, path, line_number, column_number from public.task_log_lines where job_id = $1 and level = 'error'`,
      [project.job],
    )
    expect(rows).toEqual([
      {
        level: 'error',
        rule: 'unreadable',
        path: 'reference/broken.yaml',
        line_number: expect.any(Number),
        column_number: expect.any(Number),
      },
    ])
  })
})

describe('credentials', () => {
  test('of the service account open the repository, and stand in no log, error or list of processes', async () => {
    repository.commit(V1)
    remote.demand(basic('robot', 's3cret-token'))
    const project = await aGitProject(world, remote, repository)
    expect((await world.finished(project.job)).status).toBe('failed')
    await giveServiceAccount(world, project, 'robot', 's3cret-token')
    const lists: string[] = []
    remote.intercept(() => {
      lists.push(commandLines())
      return false
    })
    const job = await pushed(world, project, 'main')
    expect((await world.finished(job)).status).toBe('success')
    expect(lists.join()).toContain('fetch')
    const header = basic('robot', 's3cret-token')
    for (const secret of ['s3cret-token', header.slice(6)]) {
      expect(lists.join()).not.toContain(secret)
      expect(worker.output()).not.toContain(secret)
      expect(JSON.stringify(await world.task(job))).not.toContain(secret)
    }
  })

  test('that nobody here sealed end the task once, with what to do', async () => {
    repository.commit(V1)
    const project = await aGitProject(world, remote, repository)
    await world.finished(project.job)
    const garbage = JSON.stringify({ ciphertext: 'Z2FyYmFnZQ==', key_id: 'nobodys' })
    await world.asOwner(`select public.create_service_account($1, 'Robot', 'robot', $2)`, [
      project.id,
      garbage,
    ])
    const job = await pushed(world, project, 'main')
    const task = await world.finished(job)
    expect([task.status, task.payload.error]).toEqual([
      'failed',
      {
        message: 'What was stored here to get in with cannot be read any more. Please enter it again.',
      },
    ])
  })

  test('that the host does not take end the task once, with what to do', async () => {
    repository.commit(V1)
    remote.demand(basic('robot', 'another'))
    const project = await aGitProject(world, remote, repository)
    await giveServiceAccount(world, project, 'robot', 's3cret-token')
    const task = await world.finished(await pushed(world, project, 'main'))
    expect(task.payload.error?.message).toMatch(/did not accept the credentials.*Connect your account again/)
    expect(task.lines.join()).not.toContain('starts again')
    expect(worker.output() + JSON.stringify(task)).not.toContain('s3cret-token')
  })

  test('that nobody has given yet leave the first analysis waiting, which a service account starts by itself', async () => {
    repository.commit(V1)
    remote.demand(basic('robot', 's3cret-token'))
    const project = await aGitProject(world, remote, repository)
    const first = await world.finished(project.job)
    expect(first.payload.error).toMatchObject({
      message: expect.stringMatching(/^Waits for a service account or a connected account/),
      waits_for: 'credentials',
    })
    expect(first.lines.join()).not.toContain('starts again')
    expect(first.lines.at(-1)).toMatch(/^warn: Waits for a service account/)
    await giveServiceAccount(world, project, 'robot', 's3cret-token')
    const { job_id } = await world.untilRow<{ job_id: string }>(
      'select job_id from public.task_logs where project_id = $1 and job_id <> $2',
      [project.id, project.job],
    )
    expect((await world.finished(job_id)).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
  })

  test('are not sent to a host that the integration does not name any more', async () => {
    repository.commit(V1)
    const workspaceId = await world.aWorkspace('moved')
    const project = await aGitProject(world, remote, repository, { workspaceId })
    await world.finished(project.job)
    // What is told the host of the first one goes out behind it.
    await world.untilRow(
      'select 1 as idle where not exists (select from graphile_worker.jobs where run_at <= now())',
    )
    remote.requests.length = 0
    await world.db.query(
      `update public.workspace_integrations set config = config || '{"hostUrl": "http://127.0.0.1:1"}' where workspace_id = $1 and kind <> 'builtin'`,
      [workspaceId],
    )
    const job = await pushed(world, project, 'main')
    expect((await world.finished(job)).payload.error?.message).toMatch(/not at its integration’s host/)
    expect(remote.requests).toEqual([])
  })
})

/** What everybody on the machine can read of its processes. */
function commandLines(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')
}
