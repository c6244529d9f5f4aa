// A worker may be killed anywhere while it handles a working copy: nothing that was typed, uploaded or committed is lost
// or there twice, and the next worker finishes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { type Blockade, blockTable } from './support/blockade.ts'
import { anApi } from './support/descriptions.ts'
import { aGitProject, gitEnv, giveServiceAccount } from './support/git-project.ts'
import { create, type Document, documentAt, opened, textNow, type } from './support/studio.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

type Place = [what: string, block: () => Promise<Blockade>]

/** A worker that dies where it is held. */
async function killedAt(block: () => Promise<Blockade>, env?: Record<string, string>): Promise<void> {
  const blockade = await block()
  const worker = await world.worker(env)
  await blockade.reached()
  await worker.end('SIGKILL')
  await blockade.lift()
}

describe('a worker killed while it compacts', () => {
  const compacted = ({ id }: Document) =>
    world.untilRow<{ updates: number; snapshots: number }>(
      `select (select count(*)::integer from private.document_updates u where u.document_id = d.id) as updates,
         (select count(*)::integer from private.document_snapshots one where one.document_id = d.id) as snapshots
       from public.documents d join private.document_snapshots s on s.document_id = d.id
       where d.id = $1 and s.seq = d.seq and d.waiting_bytes = 0`,
      [id],
    )

  test.each<Place>([
    ['before it reads', () => blockTable(world, 'private.document_updates', 'access exclusive')],
    ['while it keeps a snapshot', () => blockTable(world, 'private.document_snapshots')],
    ['while it counts what waits', () => blockTable(world, 'public.documents')],
  ])('%s loses no letter and doubles none', async (what, block) => {
    const project = await world.aProject(what)
    await create(world, project, { 'a.md': 'a' })
    const a = await documentAt(world, project, 'a.md')
    await opened(world, a, 'a')
    await type(world, a, 'typed before ')
    await world.db.query(
      `select graphile_worker.add_job('compact_documents', json_build_object('branch_id', $1::bigint))`,
      [project.branchId],
    )
    await killedAt(block)
    expect(await textNow(world, a.id)).toBe('typed before a')
    await type(world, a, 'typed after, ')

    await world.worker()
    await world.db.query(
      `select graphile_worker.add_job('compact_documents', json_build_object('branch_id', $1::bigint))`,
      [project.branchId],
    )
    expect(await compacted(a)).toEqual({ updates: 26, snapshots: 1 })
    expect(await textNow(world, a.id)).toBe('typed after, typed before a')
  })
})

describe('a worker killed while it keeps uploads', () => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])

  async function uploaded(project: Project): Promise<void> {
    const { object } = await world.untilRow<{ object: string }>(
      `select $1 || '/' || auth_id || '/' || gen_random_uuid() as object from public.users limit 1`,
      [project.workspaceId],
    )
    await world.upload(object, image)
    await world.asOwner('select public.create_documents($1, $2)', [
      project.branchId,
      JSON.stringify([
        { path: 'logo.png', upload: object },
        { path: 'again.png', upload: object },
      ]),
    ])
  }

  test.each<Place>([
    ['before it reads which', () => blockTable(world, 'private.document_sources', 'access exclusive')],
    ['while it keeps the file', () => blockTable(world, 'storage.objects')],
    ['with the file kept, and nobody told', () => blockTable(world, 'public.documents')],
  ])('%s has each file once in the end, and no upload left', async (what, block) => {
    const project = await world.aProject(what)
    await uploaded(project)
    await killedAt(block)
    await world.worker()
    await world.untilRow(
      'select 1 as kept where not exists (select from private.document_sources where upload is not null)',
    )
    // What the first one had told and not removed any more is cleared away with other uploads that nobody asks for.
    await world.db.query(`update storage.objects set created_at = now() - interval '2 days'`)
    await world.db.query(`select graphile_worker.add_job('purge')`)
    await world.untilRow(
      `select 1 as clean where not exists (select from storage.objects where bucket_id = 'uploads')`,
    )
    // Storage removes the bytes after their row: whoever asked it to has its answer, and ends, once they are gone.
    await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
    const { rows } = await world.db.query(
      `select d.path, d.kind, d.size from public.documents d join private.document_sources s on s.document_id = d.id
       where d.branch_id = $1 and s.hash = sha256($2) order by d.path`,
      [project.branchId, image],
    )
    const kept = { kind: 'binary', size: String(image.length) }
    expect(rows.map((row) => ({ ...row, size: String(row.size) }))).toEqual([
      { path: 'again.png', ...kept },
      { path: 'logo.png', ...kept },
    ])
    expect(world.storedFiles()).toHaveLength(1)
  })
})

describe('a worker killed while it commits', () => {
  let remote: GitRemote
  let repository: Repository
  beforeEach(async () => {
    remote = await startGitRemote()
    repository = remote.repository('killed')
    repository.git(['config', 'http.receivepack', 'true'])
    repository.commit({ 'reference/parts.json': anApi('v1', 4), 'docs/a.md': 'a' })
  })
  afterEach(() => remote.close())

  /** Answers nothing while Git asks. */
  async function hold(): Promise<Blockade> {
    const asked = Promise.withResolvers<void>()
    remote.intercept(() => {
      asked.resolve()
      return true
    })
    return { reached: () => asked.promise, lift: async () => remote.intercept(() => false) }
  }

  test.each<Place>([
    ['before it begins', () => blockTable(world, 'public.document_commits')],
    ['while the host answers', hold],
    ['with all pushed, and nobody told', () => blockTable(world, 'public.documents')],
  ])('%s pushes what was typed, once', async (_what, block) => {
    const project = await aGitProject(world, remote, repository)
    await giveServiceAccount(world, project, 'robot', 'secret')
    const first = await world.worker(gitEnv)
    await world.finished(project.job)
    await world.asOwner('select public.open_studio(p.slug) from public.projects p where p.id = $1', [
      project.id,
    ])
    await world.untilRow(
      'select 1 as idle where not exists (select from graphile_worker.jobs where run_at <= now())',
    )
    await first.end('SIGTERM')
    const a = await documentAt(world, project, 'docs/a.md')
    await opened(world, a, 'a')
    await type(world, a, 'typed ')
    const { id } = await world.asOwner<{ id: string }>(
      'select public.commit_documents($1, $2, $3, null) as id',
      [project.branchId, 'Say it anew', [a.id]],
    )
    await killedAt(block, gitEnv)

    await world.worker(gitEnv)
    expect(
      await world.untilRow(
        'select status, reason from public.document_commits where id = $1 and finished_at is not null',
        [id],
      ),
    ).toEqual({ status: 'pushed', reason: null })
    expect(repository.git(['rev-list', '--count', 'main'])).toBe('2')
    expect(repository.git(['cat-file', 'blob', 'main:docs/a.md'])).toBe('typed a')
    expect((await documentAt(world, project, 'docs/a.md')).changed).toBe(false)
    expect(await textNow(world, a.id)).toBe('typed a')
  })
})
