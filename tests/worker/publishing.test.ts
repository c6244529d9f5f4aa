import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { crowded, poisoned } from '../../editing/documents/testing.ts'
import { blockTable } from './support/blockade.ts'
import { anApi } from './support/descriptions.ts'
import {
  create,
  type Document,
  docOf,
  documentAt,
  hashes,
  opened,
  publish,
  published,
  smuggle,
  textNow,
  type,
} from './support/studio.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
let project: Project
const api = anApi('v1', 2)

beforeEach(async () => {
  world = await aWorld()
  project = await world.aProject('Written here')
})
afterEach(() => world.end())

const commits = async () =>
  (
    await world.db.query<{
      sha: string
      parent_sha: string | null
      message: string
      files: number
      author: boolean
    }>(
      `select c.sha, c.parent_sha, c.message, c.author_id is not null as author,
         (select count(*)::integer from private.commit_files f where f.branch_id = c.branch_id and f.sha = c.sha) as files
       from public.commits c where c.branch_id = $1 order by c.created_at`,
      [project.branchId],
    )
  ).rows
const idle = () =>
  world.untilRow('select 1 as idle where not exists (select from graphile_worker.jobs where run_at <= now())')
const has = async () =>
  (
    await world.db.query(
      'select path, changed, deleted_at is not null as gone from public.documents where branch_id = $1 order by path',
      [project.branchId],
    )
  ).rows

test('texts with their endings, what was typed, and nothing where nothing changed', async () => {
  const crlf = '\uFEFF# A\r\nb\r\n'
  await create(world, project, { 'reference/api.json': api, 'docs/a.md': crlf, 'docs/b.md': 'b\n' })
  const a = await documentAt(world, project, 'docs/a.md')
  await opened(world, a, crlf)
  await type(world, a, '1\n2')
  await world.worker()
  // Asked twice before its turn it is one job; asked again for nothing it is refused.
  const job = await publish(world, project, 'First')
  expect((await world.finished(job)).payload.error).toBeUndefined()
  expect(await published(world, project)).toEqual(
    hashes({ 'docs/a.md': '\uFEFF1\r\n2# A\r\nb\r\n', 'docs/b.md': 'b\n', 'reference/api.json': api }),
  )
  expect((await has()).map(({ changed }) => changed)).toEqual([false, false, false])
  await expect(publish(world, project)).rejects.toThrow('Nothing has changed')
  expect(await commits()).toMatchObject([{ parent_sha: null, message: 'First', files: 3, author: true }])

  // Typed and taken back is no change once it was looked at, and publishing it is no commit.
  await smuggle(world, a, Buffer.from('garbage'))
  expect((await world.finished(await publish(world, project, 'Nothing'))).status).toBe('success')
  expect(await commits()).toHaveLength(1)
  expect((await has()).map(({ changed }) => changed)).toEqual([false, false, false])

  // A state that was published before is another commit after others; deleted files are gone, restored ones back.
  const [first] = await commits()
  await world.asOwner('select public.delete_documents(array[$1::uuid])', [a.id])
  expect((await world.finished(await publish(world, project, 'Without'))).status).toBe('success')
  expect(Object.keys(await published(world, project))).toEqual(['docs/b.md', 'reference/api.json'])
  await world.asOwner('select public.restore_commit($1, $2)', [project.branchId, first?.sha])
  expect((await world.finished(await publish(world, project, 'With'))).status).toBe('success')
  expect(await published(world, project)).toEqual(
    hashes({ 'docs/a.md': '\uFEFF1\r\n2# A\r\nb\r\n', 'docs/b.md': 'b\n', 'reference/api.json': api }),
  )
  expect((await commits()).map(({ message }) => message)).toEqual(['First', 'Without', 'With'])
})

test('what is typed, made, deleted and set back while it is published waits for the next time', async () => {
  await create(world, project, { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c', 'd.md': 'd' })
  const at = (path: string) => documentAt(world, project, path)
  for (const path of ['a.md', 'd.md']) await opened(world, await at(path), path.slice(0, 1))
  await world.worker()
  const job = await publish(world, project, 'One')
  expect((await world.finished(job)).status).toBe('success')
  for (const path of ['a.md', 'd.md']) await type(world, await at(path), '1')
  const blockade = await blockTable(world, 'public.snapshots')
  const second = await publish(world, project, 'Two')
  await blockade.reached()
  const third = await publish(world, project, 'Two as well')
  await type(world, await at('a.md'), '2')
  await create(world, project, { 'e.md': 'e' })
  await world.asOwner('select public.delete_documents(array[$1::uuid])', [(await at('b.md')).id])
  await world.asOwner('select public.discard_changes(array[$1::uuid])', [(await at('d.md')).id])
  await blockade.lift()
  expect((await world.finished(second)).status).toBe('success')
  expect((await world.finished(third)).status).toBe('success')
  expect(await published(world, project)).toEqual(
    hashes({ 'a.md': '21a', 'c.md': 'c', 'd.md': 'd', 'e.md': 'e' }),
  )
  expect((await has()).filter(({ changed }) => changed)).toEqual([])
  expect(await textNow(world, (await at('a.md')).id)).toBe('21a')
})

test('a worker killed in the middle leaves the branch as it was; the next one publishes what is typed by then', async () => {
  await create(world, project, { 'a.md': 'a' })
  const a = await documentAt(world, project, 'a.md')
  await opened(world, a, 'a')
  const job = await publish(world, project, 'Once')
  expect(await publish(world, project, 'Once')).toBe(job)
  const blockade = await blockTable(world, 'public.branch_files')
  const worker = await world.worker()
  await blockade.reached()
  await worker.end('SIGKILL')
  await type(world, a, '1')
  await blockade.lift()
  expect([await published(world, project), (await has())[0]?.changed]).toEqual([{}, true])
  await world.worker()
  expect((await world.finished(job)).status).toBe('success')
  expect(await published(world, project)).toEqual(hashes({ 'a.md': '1a' }))
  expect(await commits()).toMatchObject([{ message: 'Once', files: 1 }])
})

test('an import replaces what is unchanged, and nothing that was typed', async () => {
  const worker = await world.worker()
  await world.finished(
    await world.importFiles(project, { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c', 'd.md': 'd' }),
  )
  const at = (path: string) => documentAt(world, project, path)
  for (const path of ['a.md', 'b.md']) await opened(world, await at(path), path.slice(0, 1))
  await type(world, await at('b.md'), '1')
  await create(world, project, { 'new.md': 'mine' })
  await world.finished(
    await world.importFiles(project, {
      'a.md': 'A',
      'b.md': 'B',
      'c.md': 'c',
      'e.md': 'e',
      'new.md': 'theirs',
    }),
  )
  const { rows } = await world.db.query(
    'select path, epoch, changed, base_moved from public.documents where branch_id = $1 order by path',
    [project.branchId],
  )
  expect(rows).toEqual([
    { path: 'a.md', epoch: 2, changed: false, base_moved: false },
    { path: 'b.md', epoch: 1, changed: true, base_moved: true },
    { path: 'c.md', epoch: 1, changed: false, base_moved: false },
    { path: 'e.md', epoch: 1, changed: false, base_moved: false },
    { path: 'new.md', epoch: 1, changed: true, base_moved: true },
  ])
  expect(await textNow(world, (await at('b.md')).id)).toBe('1b')
  await expect(publish(world, project)).rejects.toThrow('The branch has changed under what you changed')
  const resolve = async (hashOf: (text: string) => string) =>
    world.asOwner('select public.resolve_documents(array[$1, $2]::uuid[], array[$3, $4])', [
      (await at('b.md')).id,
      (await at('new.md')).id,
      hashOf('B'),
      hashOf('theirs'),
    ])
  const sha256 = (text: string) => hashes({ text }).text ?? ''
  await expect(resolve((text) => sha256(`${text} of before`))).rejects.toThrow('The branch has changed')
  await resolve(sha256)
  expect((await world.finished(await publish(world, project))).status).toBe('success')
  expect(await published(world, project)).toEqual(
    hashes({ 'a.md': 'A', 'b.md': '1b', 'c.md': 'c', 'e.md': 'e', 'new.md': 'mine' }),
  )
  // What comes is what was typed, as after a commit from here: then nothing has moved, and nobody's text begins anew.
  await opened(world, await at('c.md'), 'c')
  await type(world, await at('c.md'), '1')
  const typed = { 'a.md': 'A', 'b.md': '1b', 'c.md': '1c', 'e.md': 'e', 'new.md': 'mine' }
  await world.finished(await world.importFiles(project, typed))
  await world.untilRow(
    `select 1 as settled from public.documents where branch_id = $1 and path = 'c.md' and not changed and not base_moved and epoch = 1`,
    [project.branchId],
  )
  await worker.end('SIGTERM')
})

describe('what was typed', () => {
  const compacted = async ({ id }: Document) =>
    world.untilRow(
      'select 1 as done from private.document_snapshots s join public.documents d on d.id = s.document_id where d.id = $1 and s.seq = d.seq and d.waiting_bytes = 0',
      [id],
    )

  test('goes into a snapshot with what does not apply left out, and a change taken back is none', async () => {
    await create(world, project, { 'a.md': 'a' })
    const a = await documentAt(world, project, 'a.md')
    await opened(world, a, 'a')
    await smuggle(world, a, Buffer.from('no update'))
    await type(world, a, 'x'.repeat(500))
    await world.worker()
    await compacted(a)
    expect(await textNow(world, a.id)).toBe(`${'x'.repeat(500)}a`)
    // Who was away for less than a week still gets each of them.
    expect(
      (
        await world.asOwner<{ n: number }>(
          'select count(*)::integer as n from public.updates_after($1, 1, 0)',
          [a.id],
        )
      ).n,
    ).toBe(501)
    await world.db.query(`update private.document_updates set created_at = now() - interval '8 days'`)
    await world.db.query(`select graphile_worker.add_job('purge')`)
    await world.untilRow('select 1 as gone where not exists (select from private.document_updates)')
    await expect(world.asOwner('select * from public.updates_after($1, 1, 500)', [a.id])).rejects.toThrow(
      'only kept in the document',
    )
  })
})

describe('what was typed and cannot be put together', () => {
  const stateOf = (id: string) =>
    world.untilRow<{ is_blocked: boolean; epoch: number; seq: string; waiting_bytes: string }>(
      `select d.is_blocked, d.epoch, s.seq, d.waiting_bytes from public.documents d
       join private.document_snapshots s on s.document_id = d.id where d.id = $1 and (d.is_blocked or d.waiting_bytes = 0)`,
      [id],
    )
  const compact = () =>
    world.db.query(
      `select graphile_worker.add_job('compact_documents', json_build_object('branch_id', $1::bigint))`,
      [project.branchId],
    )
  const crowd = async (name: string, parts: number, count: number) => {
    const text = 'a'.repeat(12_000)
    await create(world, project, { [name]: text })
    const document = await documentAt(world, project, name)
    await opened(world, document, text)
    await type(world, document, 'before ')
    const [of] =
      [...(await docOf(world, document.id)).store.clients].find(
        ([, [first]]) => (first?.length ?? 0) > 100,
      ) ?? []
    for (let part = 0; part < parts; part++)
      await smuggle(world, document, crowded(count, { of: of ?? 0, clock: part * count }))
    return document
  }

  test('closes its document with all before it kept, and no other one of the working copy', async () => {
    const closed = await crowd('crowded.md', 1, 8_000)
    await create(world, project, { 'calm.md': 'calm' })
    const calm = await documentAt(world, project, 'calm.md')
    await opened(world, calm, 'calm')
    await type(world, calm, 'x'.repeat(90))
    await world.worker()
    await compact()
    expect(await stateOf(closed.id)).toMatchObject({ is_blocked: true, epoch: 1, seq: '7' })
    expect(await stateOf(calm.id)).toMatchObject({ is_blocked: false, waiting_bytes: '0' })
    const job = await publish(world, project)
    expect(await world.finished(job)).toMatchObject({ status: 'failed' })
    await world.asOwner('select public.recover_document($1)', [closed.id])
    expect(await textNow(world, closed.id)).toBe(`before ${'a'.repeat(12_000)}`)
    expect(await world.finished(await publish(world, project))).toMatchObject({ status: 'success' })
  })

  test('is of one document: what waits is left out, and neither a snapshot that nobody can read nor none keeps others waiting', async () => {
    const made: Document[] = []
    for (const name of ['waiting.md', 'unread.md', 'broken.md', 'calm.md']) {
      await create(world, project, { [name]: 'text' })
      const document = await documentAt(world, project, name)
      await opened(world, document, 'text')
      made.push(document)
    }
    const [waiting, unread, broken, calm] = made
    if (!waiting || !unread || !broken || !calm) throw new Error('no documents')
    for (const update of poisoned()) await smuggle(world, waiting, update)
    const old = new Y.Doc()
    for (const update of poisoned()) Y.applyUpdate(old, update)
    const keep = (id: string, state: Uint8Array) =>
      world.db.query('update private.document_snapshots set state = $2 where document_id = $1', [
        id,
        Buffer.from(state),
      ])
    await keep(unread.id, gzipSync(Y.encodeStateAsUpdateV2(old)))
    await keep(broken.id, Buffer.from('no gzip'))
    for (const { id } of [unread, broken]) await smuggle(world, { id }, Uint8Array.of(0, 0))
    await type(world, calm, 'x'.repeat(90))
    await world.worker()
    await compact()
    expect(await stateOf(calm.id)).toMatchObject({ is_blocked: false, waiting_bytes: '0' })
    expect(await stateOf(waiting.id)).toMatchObject({ is_blocked: false, waiting_bytes: '0', seq: '2' })
    expect(await stateOf(unread.id)).toMatchObject({ is_blocked: true })
    expect(await textNow(world, waiting.id)).toBe('xytext')
  })

  test('lets its document begin anew where it can be, and only opening it would take too long', async () => {
    const { id } = await crowd('slow.md', 1, 3_000)
    await world.worker()
    await compact()
    expect(await stateOf(id)).toMatchObject({ is_blocked: false, epoch: 2, waiting_bytes: '0' })
    const text = await textNow(world, id)
    expect([text.length, text.replaceAll(/[ax]/g, '')]).toEqual([15_007, 'before '.replaceAll(/[ax]/g, '')])
  })
})

test('an upload stays where an archive that is being made reads it', async () => {
  const { rows } = await world.db.query<{ object: string }>(
    `with made as (
       insert into private.workspace_exports (workspace_id, user_id, status)
       select $1, id, 'running' from public.users limit 1 returning *), job as (
       -- Its worker has it; without a job it would be taken for abandoned.
       select graphile_worker.add_job('export_workspace', '{}', job_key => 'export_workspace:' || id, run_at => now() + interval '1 hour') from made)
     select made.workspace_id || '/' || u.auth_id || '/' || gen_random_uuid() as object
     from made join public.users u on u.id = made.user_id, job`,
    [project.workspaceId],
  )
  const object = String(rows[0]?.object)
  await world.upload(object, Buffer.from([0x89, 0x50]))
  await world.asOwner('select public.create_documents($1, $2)', [
    project.branchId,
    JSON.stringify([{ path: 'logo.png', upload: object }]),
  ])
  await world.worker()
  await world.untilRow('select 1 as kept from private.document_sources where hash is not null')
  await idle()
  expect((await world.db.query(`select name from storage.objects where bucket_id = 'uploads'`)).rows).toEqual(
    [{ name: object }],
  )
})

test('uploads move to where files are kept, and neither they nor kept commits are cleared away', async () => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])
  const { rows } = await world.db.query<{ object: string }>(
    `select $1 || '/' || auth_id || '/' || gen_random_uuid() as object from public.users limit 1`,
    [project.workspaceId],
  )
  const object = String(rows[0]?.object)
  await world.upload(object, image)
  const old = () => world.db.query(`update public.files set created_at = now() - interval '2 days'`)
  await world.db.query(`update storage.objects set created_at = now() - interval '2 days'`)
  await world.asOwner('select public.create_documents($1, $2)', [
    project.branchId,
    JSON.stringify([
      { path: 'logo.png', upload: object },
      { path: 'a.md', text: 'a' },
    ]),
  ])
  await world.worker()
  await world.untilRow('select 1 as kept from private.document_sources where hash is not null')
  await idle()
  expect((await world.db.query(`select name from storage.objects where bucket_id = 'uploads'`)).rows).toEqual(
    [],
  )
  await old()
  await world.db.query(`select graphile_worker.add_job('purge')`)
  await idle()
  expect((await world.finished(await publish(world, project, 'First'))).status).toBe('success')
  expect(await published(world, project)).toEqual(hashes({ 'a.md': 'a', 'logo.png': image }))
  await world.asOwner('select public.delete_documents(array[$1::uuid])', [
    (await documentAt(world, project, 'logo.png')).id,
  ])
  expect((await world.finished(await publish(world, project, 'Second'))).status).toBe('success')
  await old()
  await world.db.query(`select graphile_worker.add_job('purge')`)
  await idle()
  await world.asOwner('select public.restore_commit($1, $2)', [project.branchId, (await commits())[0]?.sha])
  expect((await world.finished(await publish(world, project, 'Third'))).status).toBe('success')
  expect(await published(world, project)).toEqual(hashes({ 'a.md': 'a', 'logo.png': image }))
})
