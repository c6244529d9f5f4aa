// What one export does to its own process stays there: it is made anew, or without what nobody can put together.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sentenceOf } from '../../supabase/functions/_shared/domain/reasons.ts'
import { openDrafts } from '../../worker/moving/drafts.ts'
import { openArchive } from '../../worker/moving/read-archive.ts'
import { killHard } from '../support/processes.ts'
import { blockTable } from './support/blockade.ts'
import { create, documentAt, opened, type } from './support/studio.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
let project: Project
let dir: string
beforeEach(async () => {
  world = await aWorld()
  dir = mkdtempSync(join(tmpdir(), 'waymark-export-'))
  const worker = await world.worker()
  project = await world.aProject('Orders')
  const job = await world.importFiles(project, { 'docs/plans.md': '# Plans\n' })
  expect((await world.finished(job)).status).toBe('success')
  await worker.end('SIGTERM')
  await world.asOwner('select public.open_studio(p.slug) from public.projects p where p.id = $1', [
    project.id,
  ])
  const plans = await documentAt(world, project, 'docs/plans.md')
  await opened(world, plans, '# Plans\n')
  await type(world, plans, 'Our ')
  await create(world, project, { 'docs/new.md': '# New\n' })
})
afterEach(async () => {
  await world.end()
  rmSync(dir, { recursive: true, force: true })
})

async function ask(): Promise<string> {
  const { made } = await world.asOwner<{ made: { id: string } }>(
    'select to_jsonb(public.export_workspace($1)) as made',
    [world.workspaceId],
  )
  return made.id
}

/** Makes a draft that was typed in; its id. */
async function typedIn(path: string): Promise<string> {
  await create(world, project, { [path]: 'Begun.\n' })
  const draft = await documentAt(world, project, path)
  await opened(world, draft, 'Begun.\n')
  await type(world, draft, 'Our ')
  return draft.id
}

/** The texts of the drafts in the archive, once it is made, and what is left out of them. */
async function archiveOf(id: string) {
  await world.untilRow(`select 1 from private.workspace_exports where id = $1 and status = 'success'`, [id])
  const { storageUrl, serviceKey } = world.place
  const answer = await fetch(`${storageUrl}/storage/v1/object/exports/${world.workspaceId}/${id}/0`, {
    headers: { authorization: `Bearer ${serviceKey}` },
  })
  const file = join(dir, 'archive.zip')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  const read = await openArchive(file)
  const pathOf = (entry: string) => entry.slice(entry.indexOf('/docs/') + 1)
  try {
    const drafts: Record<string, string> = {}
    for (const { path } of read.manifest.files)
      if (path.startsWith('drafts/')) drafts[pathOf(path)] = (await read.bytes(path)).toString()
    const leftOut = read.manifest.left_out.map(({ path, reason }) => ({ path: pathOf(path), reason }))
    return { drafts, leftOut }
  } finally {
    read.close()
  }
}

/** Until the process of a draft waits for what is locked. */
const atWork = () =>
  world.untilRow(
    `select 1 as waits from pg_stat_activity
     where datname = current_database() and application_name = 'waymark-draft' and wait_event_type = 'Lock'`,
  )

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

test('an export whose process dies takes no worker along, and is made anew', async () => {
  const worker = await world.worker()
  const blockade = await blockTable(world, 'storage.objects')
  const id = await ask()
  await world.untilRow(
    `select 1 as works from pg_stat_activity where datname = current_database() and application_name = 'waymark-export'`,
  )
  await blockade.reached()
  for (const child of childrenOf(worker.pid)) killHard(child)
  await blockade.lift()
  expect((await archiveOf(id)).drafts['docs/plans.md']).toBe('Our # Plans\n')
  expect(() => process.kill(worker.pid, 0)).not.toThrow()
})

test('drafts that nobody can put together are as they began, and named; the others are as they are', async () => {
  const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `docs/bad-${name}.md`)
  await create(world, project, Object.fromEntries(paths.map((path) => [path, 'Begun.\n'])))
  for (const path of paths) {
    const bad = await documentAt(world, project, path)
    await opened(world, bad, 'Begun.\n')
    await type(world, bad, 'No ')
    // Nothing of Yjs, not even compressed.
    await world.db.query(`update private.document_snapshots set state = '\\x00' where document_id = $1`, [
      bad.id,
    ])
  }
  const worker = await world.worker()
  const blockade = await blockTable(world, 'private.document_updates', 'access exclusive')
  const id = await ask()
  await atWork()
  // As V8 ends a process whose heap is full.
  for (const draft of childrenOf(worker.pid).flatMap(childrenOf)) process.kill(draft, 'SIGABRT')
  await blockade.lift()
  const { drafts, leftOut } = await archiveOf(id)
  expect(drafts).toEqual({
    ...Object.fromEntries(paths.map((path) => [path, 'Begun.\n'])),
    'docs/new.md': '# New\n',
    'docs/plans.md': 'Our # Plans\n',
  })
  expect(leftOut).toEqual(
    paths.map((path, n) => ({
      path,
      reason: n === 0 ? expect.stringContaining('memory') : sentenceOf('document_blocked'),
    })),
  )
  expect(() => process.kill(worker.pid, 0)).not.toThrow()
})

test('a draft whose process is killed is named, and costs no other draft and no export', async () => {
  await typedIn('docs/a.md')
  await typedIn('docs/b.md')
  const worker = await world.worker()
  const blockade = await blockTable(world, 'private.document_updates', 'access exclusive')
  const id = await ask()
  await atWork()
  // As Linux ends a process when memory is short.
  for (const draft of childrenOf(worker.pid).flatMap(childrenOf)) killHard(draft)
  await blockade.lift()
  const { drafts, leftOut } = await archiveOf(id)
  expect(drafts).toEqual({
    'docs/a.md': 'Begun.\n',
    'docs/b.md': 'Our Begun.\n',
    'docs/new.md': '# New\n',
    'docs/plans.md': 'Our # Plans\n',
  })
  expect(leftOut).toEqual([{ path: 'docs/a.md', reason: 'Putting it together failed.' }])
})

test('one process puts drafts together until one hangs, and all together have their time', async () => {
  const [a, b, bad] = [await typedIn('docs/a.md'), await typedIn('docs/b.md'), await typedIn('docs/bad.md')]
  await world.db.query(`update private.document_snapshots set state = '\\x00' where document_id = $1`, [bad])
  const { dbUrl, storageUrl: supabaseUrl, serviceKey } = world.place
  const exporting = await world.connect()
  await exporting.query('begin isolation level repeatable read read only')
  const { rows } = await exporting.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const snapshot = rows[0]?.snapshot ?? ''
  const times = { one: 60, all: 600 }
  const drafts = openDrafts({ dbUrl, supabaseUrl, serviceKey, draftMegabytes: 512 }, times)
  const read = async (document: string) => {
    const outcome = await drafts.read({ document, snapshot })
    return outcome.kind === 'read' ? Buffer.from(outcome.bytes, 'base64').toString() : outcome.reason
  }
  const connections = async () =>
    (
      await world.db.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'waymark-draft'`,
      )
    ).rows
  try {
    expect(await read(a)).toBe('Our Begun.\n')
    const first = await connections()
    expect(first).toHaveLength(1)
    expect(await read(bad)).toBe(sentenceOf('document_blocked'))
    expect(await read(b)).toBe('Our Begun.\n')
    expect(await connections()).toEqual(first)

    const blockade = await blockTable(world, 'private.document_updates', 'access exclusive')
    times.one = 1
    expect(await read(a)).toContain('longer than there is')
    times.one = 60
    await blockade.lift()
    expect(await read(b)).toBe('Our Begun.\n')

    times.all = 0
    expect(await read(a)).toContain('more drafts than there is time for')
  } finally {
    drafts.end()
  }
})
