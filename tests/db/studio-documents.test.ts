// The files of a working copy, and what is typed into them: rules, bounds, and what is refused.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'
import { aStudioProject, documents, keepSnapshot, open, setFiles, type, written } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let viewer: Person
let stranger: Person
let project: { id: number; slug: string; branchId: number }

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('writing')
  maker = await world.aMember(house.id, 'maker')
  viewer = await world.aMember(house.id, 'viewer')
  stranger = (await world.aWorkspace('writing-far')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  project = await aStudioProject(world, house.id, {
    files: { 'docs/a.md': 'a', 'docs/b.md': 'b', 'logo.png': 'x' },
  })
  await open(world, maker, project.slug)
})

const one = async (path: string) => {
  const found = (await documents(world, project.branchId)).find((document) => document.path === path)
  if (!found) throw new Error(`no document ${path}`)
  return found
}
const state = async () =>
  Object.fromEntries(
    (await documents(world, project.branchId)).map(({ path, changed, deleted_at }) => [
      path,
      `${deleted_at ? 'deleted' : 'there'}${changed ? ', changed' : ''}`,
    ]),
  )
const create = (files: unknown, who = maker) =>
  world.said(who, 'create_documents($1, $2)', [project.branchId, JSON.stringify(files)])
const make = (files: unknown) =>
  world.does(maker, 'select * from public.create_documents($1, $2)', [
    project.branchId,
    JSON.stringify(files),
  ])
const move = (moves: unknown) =>
  world.said(maker, 'move_documents($1, $2)', [project.branchId, JSON.stringify(moves)])
const does = (call: string, ids: string[]) => world.does(maker, `select * from public.${call}($1)`, [ids])

describe('files', () => {
  test('are those of the branch, once, however many open it', async () => {
    const other = await aStudioProject(world, house.id, { files: { 'a.md': 'a' } })
    expect(
      await world.race([maker, maker, house.owner, viewer], 'select public.open_studio($1)', () => [
        other.slug,
      ]),
    ).toEqual({ done: 4 })
    expect(await documents(world, other.branchId)).toHaveLength(1)
    expect(await state()).toEqual({ 'docs/a.md': 'there', 'docs/b.md': 'there', 'logo.png': 'there' })
    expect((await open(world, maker, project.slug)).has_changes).toBe(false)
    const blank = await world.answer<{ branch: { id: number } }>(maker, 'create_project($1, $2)', [
      house.id,
      'Blank',
    ])
    const opening = await open(world, maker, 'blank')
    expect([opening.mode, opening.can_publish, opening.branch?.id]).toEqual([
      'readWrite',
      true,
      blank.branch.id,
    ])
    expect(opening.branch?.yjs_document_id).not.toBeNull()
    expect(await documents(world, blank.branch.id)).toEqual([])
  })

  test.each([
    ['that climbs', '../a.md'],
    ['of Git', '.git/config'],
    ['of nothing', ''],
    ['that is absolute', '/a.md'],
    ['of 1,001 characters', `${'a/'.repeat(500)}a`],
    ['with what nobody sees', 'a\u202e.md'],
  ])('have no path %s', async (_, path) => {
    expect(await create([{ path, text: '' }])).toMatch(/^A file of a project needs a path/)
    expect(await move([{ id: (await one('docs/a.md')).id, path }])).toMatch(
      /^A file of a project needs a path/,
    )
  })

  test.each([
    ['the same', 'docs/a.md'],
    ['another case', 'DOCS/A.md'],
    ['another folder in another case', 'Docs/A.MD'],
    ['a folder of a file', 'docs/a.md/c.md'],
    ['a file of a folder', 'docs'],
  ])('lie beside each other on every file system: not %s', async (_, path) => {
    expect(await create([{ path, text: '' }])).toMatch(/^There is a file of this name already/)
    expect(await move([{ id: (await one('logo.png')).id, path }])).toMatch(
      /^There is a file of this name already/,
    )
  })

  test('nor two of one call, nor two normal forms; those that came from Git so stay', async () => {
    expect(
      await create([
        { path: 'é.md', text: '' },
        { path: 'e\u0301.md', text: '' },
      ]),
    ).toMatch(/^There is a file/)
    const git = await aStudioProject(world, house.id, { files: { 'A.md': 'a', 'a.md': 'a' } })
    await open(world, maker, git.slug)
    expect(await documents(world, git.branchId)).toHaveLength(2)
    expect(
      await world.said(maker, `create_documents($1, '[{"path": "b.md", "text": ""}]')`, [git.branchId]),
    ).toBe('allowed')
  })

  test('change places, and are a change until they are back', async () => {
    const [a, b] = [await one('docs/a.md'), await one('docs/b.md')]
    await world.does(maker, 'select public.move_documents($1, $2)', [
      project.branchId,
      JSON.stringify([
        { id: a.id, path: b.path },
        { id: b.id, path: a.path },
      ]),
    ])
    expect([(await one('docs/a.md')).id, await state()]).toEqual([
      b.id,
      { 'docs/a.md': 'there, changed', 'docs/b.md': 'there, changed', 'logo.png': 'there' },
    ])
    expect((await open(world, maker, project.slug)).has_changes).toBe(true)
    await does('discard_changes', [a.id, b.id])
    expect([(await one('docs/a.md')).id, (await open(world, maker, project.slug)).has_changes]).toEqual([
      a.id,
      false,
    ])
  })

  test('are deleted and brought back for seven days, and new ones that are deleted are no change', async () => {
    const [made] = await make([{ path: 'new.md', text: 'new' }])
    const a = await one('docs/a.md')
    await does('delete_documents', [a.id, made?.id])
    expect(await state()).toMatchObject({ 'docs/a.md': 'deleted, changed', 'new.md': 'deleted' })
    await make([{ path: 'docs/a.md', text: 'another' }])
    expect(await world.said(maker, 'restore_documents($1)', [[a.id]])).toMatch(/^There is a file/)
    await does('restore_documents', [made?.id])
    expect(await state()).toMatchObject({ 'new.md': 'there, changed' })
    await world.db.query(
      `update public.documents set deleted_at = now() - interval '7 days 1 minute' where id = $1`,
      [a.id],
    )
    expect(await world.said(maker, 'restore_documents($1)', [[a.id]])).toBe('Document not found.')
  })

  test('that are no text are replaced in place, by an upload of one’s own', async () => {
    const logo = await one('logo.png')
    await world.db.query(`update public.documents set kind = 'binary' where id = $1`, [logo.id])
    const upload = async (owner: Person, name: string, size: number) => {
      const object = `${house.id}/${owner.authId}/${name}`
      await world.db.query(
        `insert into storage.objects (bucket_id, name, metadata) values ('uploads', $1, jsonb_build_object('size', $2::bigint))`,
        [object, size],
      )
      return object
    }
    const replace = (id: string, object: string, who = maker) =>
      world.said(who, 'replace_document($1, $2)', [id, object])
    const other = await upload(maker, 'other', 5)
    expect(await replace(logo.id, await upload(house.owner, 'not-mine', 5))).toMatch(/was not found/)
    expect(await replace(logo.id, `${house.id}/${maker.authId}/nowhere`)).toMatch(/was not found/)
    expect(await replace((await one('docs/a.md')).id, other)).toMatch(/^This file is edited as text/)
    expect(await replace(logo.id, other, stranger)).toBe('Document not found.')
    expect(await replace(logo.id, await upload(maker, 'huge', 52428800))).toMatch(/at most 50 MB together/)
    expect(await one('logo.png')).toMatchObject({ epoch: logo.epoch, changed: false })

    const replaced = (object: string) =>
      world.does(maker, 'select * from public.replace_document($1, $2)', [logo.id, object])
    await replaced(other)
    expect(await one('logo.png')).toMatchObject({ id: logo.id, epoch: logo.epoch + 1, changed: true })
    const sources = 'select upload from private.document_sources where document_id = $1'
    expect((await world.db.query(sources, [logo.id])).rows).toEqual([{ upload: other }])
    const again = await upload(maker, 'again', 6)
    await replaced(again)
    expect((await world.db.query(sources, [logo.id])).rows).toEqual([{ upload: again }])

    await does('discard_changes', [logo.id])
    expect(await one('logo.png')).toMatchObject({ changed: false, hash: logo.hash })
    expect((await world.db.query(sources, [logo.id])).rows).toEqual([])
    await does('delete_documents', [logo.id])
    expect(await replace(logo.id, again)).toMatch(/^This document was deleted/)
  })

  test('are bounded by number and size', async () => {
    expect(await create(Array.from({ length: 1001 }, (_, n) => ({ path: `${n}.md`, text: '' })))).toMatch(
      /^Between 1 and 1000/,
    )
    for (const odd of [[], {}, null, 'x']) expect(await create(odd)).toMatch(/^Between 1 and 1000/)
    expect(await create([{ path: 'a' }])).toBe('Required')
    expect(await create([{ path: 'a', text: '', upload: 'x' }])).toBe('Required')
    expect(await create([{ path: 'a', upload: `${house.id}/${maker.authId}/nothing` }])).toMatch(
      /^The uploaded file was not found/,
    )
    await world.db.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('uploads', $1, '{"size": 1}')`,
      [`${house.id}/${house.owner.authId}/theirs`],
    )
    expect(await create([{ path: 'a', upload: `${house.id}/${house.owner.authId}/theirs` }])).toMatch(
      /^The uploaded file was not found/,
    )
    expect(await create([{ path: 'a', text: 'x'.repeat(16 * 1024 * 1024 + 1) }])).toMatch(
      /may have at most 16 MB/,
    )
    await world.db.query('update public.documents set size = 52428798 where branch_id = $1 and path = $2', [
      project.branchId,
      'logo.png',
    ])
    expect(await create([{ path: 'full.md', text: '' }])).toBe('allowed')
    expect(await create([{ path: 'full.md', text: 'x' }])).toMatch(/at most 50 MB together/)
    // Nothing but their number is asked, and they are never there for anybody.
    const room = async (there: number, deleted: number) => {
      await world.db.query('begin')
      await world.db.query(
        `alter table public.documents disable trigger user, drop constraint check_documents_path, drop constraint documents_branch_id_fkey,
           drop constraint documents_project_id_fkey, drop constraint documents_workspace_id_fkey`,
      )
      await world.db.query('drop index public.documents_path_idx, public.documents_path_key_idx')
      await world.db.query('delete from public.documents where branch_id = $1', [project.branchId])
      await world.db.query(
        `insert into public.documents (branch_id, project_id, workspace_id, path, deleted_at)
         select $1, $2, $3, n, case when n > $4 then now() end from generate_series(1, $4::integer + $5) n`,
        [project.branchId, project.id, house.id, there, deleted],
      )
      const said = await world.db.query('select private.require_document_room($1)', [project.branchId]).then(
        () => 'allowed',
        (error: Error) => error.message,
      )
      await world.db.query('rollback')
      return said
    }
    expect(await room(50_000, 1)).toBe('allowed')
    expect(await room(50_001, 0)).toMatch(/at most 50000 files/)
  })

  test('are for who may write them, and unknown to strangers', async () => {
    const { id } = await one('docs/a.md')
    for (const call of ['delete_documents', 'restore_documents', 'discard_changes']) {
      expect(await world.said(stranger, `${call}($1)`, [[id]])).toBe('Document not found.')
      expect(await world.said(viewer, `${call}($1)`, [[id]])).toBe('Document not found.')
      expect(await world.said(maker, `${call}($1)`, [[id, randomUUID()]])).toBe('Document not found.')
      expect(await world.said(maker, `${call}($1)`, [[]])).toMatch(/^Between 1 and 1000/)
    }
    expect(await create([{ path: 'x.md', text: '' }], stranger)).toBe('Branch not found.')
    const far = await aStudioProject(world, house.id, { files: { 'a.md': 'a' } })
    await open(world, maker, far.slug)
    const [other] = await documents(world, far.branchId)
    expect(await world.said(maker, 'delete_documents($1)', [[id, other?.id]])).toBe('Document not found.')
  })
})

/** Of Yjs the update that changes nothing. */
const nothing = 'AAA='

describe('what is typed', () => {
  const opened = async () => {
    const a = await one('docs/a.md')
    await keepSnapshot(world, a)
    return a
  }
  const append = (document: { id: string }, updates: unknown, epoch = 1, who = maker) =>
    world.said(who, 'append_updates($1, $2, $3)', [document.id, epoch, JSON.stringify(updates)])

  test('is numbered in its order, and kept once however often it is sent', async () => {
    const a = await opened()
    const key = randomUUID()
    expect(await type(world, maker, a, 'mine', key)).toEqual([{ key, seq: '1' }])
    expect(await type(world, house.owner, a, 'theirs')).toMatchObject([{ seq: '2' }])
    expect(await type(world, maker, a, 'mine', key)).toEqual([{ key, seq: '1' }])
    const before = (await one('docs/a.md')).seq
    const race = await world.race(Array(6).fill(maker), 'select public.append_updates($1, 1, $2)', (n) => [
      a.id,
      JSON.stringify([{ key: n % 2 ? key : randomUUID(), update: nothing }]),
    ])
    expect([race, (await one('docs/a.md')).seq - before]).toEqual([{ done: 6 }, 3])
    const rows = await world.does(maker, 'select seq from public.updates_after($1, 1, 1)', [a.id])
    expect(rows.map(({ seq }) => Number(seq))).toEqual([2, 3, 4, 5])
    expect(await state()).toMatchObject({ 'docs/a.md': 'there, changed' })
  })

  test.each<[string, unknown]>([
    ['nothing', []],
    ['no list', { key: randomUUID() }],
    ['no key', [{ update: nothing }]],
    ['an odd key', [{ key: 'x', update: nothing }]],
    ['no update', [{ key: randomUUID() }]],
    ['no base64', [{ key: randomUUID(), update: '!' }]],
    ['an empty one', [{ key: randomUUID(), update: '' }]],
    ['null', [null]],
    ['too many', Array.from({ length: 101 }, () => ({ key: randomUUID(), update: nothing }))],
  ])('is refused in words where it is %s', async (_, updates) => {
    expect(await append(await opened(), updates)).toBe(
      'Changes come as 1 to 100 updates of text, each with a key of its own.',
    )
  })

  test('has a size, alone and together', async () => {
    const a = await opened()
    // With so few letters there are two bytes less that say how many.
    const of = (bytes: number) => ({
      key: randomUUID(),
      update: written('x'.repeat(bytes < 100 ? bytes - 10 : bytes - 12)),
    })
    expect(await append(a, [of(2097152)])).toBe('allowed')
    expect(await append(a, [of(2097153)])).toMatch(/at most 2 MB/)
    expect(await append(a, [of(2097152), of(2097152)])).toBe('allowed')
    expect(await append(a, [of(2097152), of(2097152), of(12)])).toMatch(/together 4 MB/)
    await world.db.query('update public.documents set waiting_bytes = 33554432 - 12 where id = $1', [a.id])
    expect(await append(a, [of(12)])).toBe('allowed')
    expect(await append(a, [of(13)])).toMatch(/^Too much was changed/)
    await world.db.query('update public.documents set waiting_bytes = 0, size = 16777217 where id = $1', [
      a.id,
    ])
    expect(await append(a, [of(13)])).toMatch(/at most 16 MB/)
  })

  test('is counted by person: 24 MB a minute', async () => {
    const a = await opened()
    await world.db.query(
      `insert into private.throttle (key, window_start, hits) values ($1, to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60), 5998),
         ($1, to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60 + 60), 5998)`,
      [`studio:${maker.authId}`],
    )
    const small = [{ key: randomUUID(), update: nothing }]
    expect(await append(a, small)).toBe('allowed')
    expect(await append(a, [{ key: randomUUID(), update: written('x'.repeat(8000)) }])).toMatch(
      /^Too much was changed/,
    )
    expect(await append(a, small, 1, house.owner)).toBe('allowed')
  })

  test('is of one epoch, of a document that is there, by who may write it', async () => {
    const a = await opened()
    const small = [{ key: randomUUID(), update: nothing }]
    await type(world, maker, a)
    expect(await append(a, small, 2)).toMatch(/begins with another text now/)
    expect(await append(a, small, 1, viewer)).toBe('Document not found.')
    expect(await append(a, small, 1, stranger)).toBe('Document not found.')
    expect(await append({ id: randomUUID() }, small)).toBe('Document not found.')
    expect(await append(await one('docs/b.md'), small)).toMatch(/begins with another text now/)
    await does('delete_documents', [a.id])
    expect(await append(a, small)).toMatch(/^This document was deleted/)
    await does('discard_changes', [a.id])
    expect(await one('docs/a.md')).toMatchObject({ epoch: 2, changed: false, deleted_at: null, seq: 1 })
    expect(await append(a, small)).toMatch(/begins with another text now/)
    expect(await world.said(maker, 'updates_after($1, 1, 0)', [a.id])).toMatch(/begins with another text now/)
    // The next epoch goes on counting, so that no number is given twice.
    await keepSnapshot(world, { id: a.id, epoch: 2 })
    expect(await type(world, maker, { id: a.id, epoch: 2 })).toMatchObject([{ seq: '2' }])
    expect(await world.said(maker, 'updates_after($1, 2, 0)', [a.id])).toMatch(/only kept in the document/)
  })
})

describe('a branch that moves under its working copy', () => {
  const follow = () => world.db.query('select private.follow_branch($1)', [project.branchId])

  test('is followed by what is unchanged; what took a name that the branch gave away says so', async () => {
    await world.does(maker, 'select public.move_documents($1, $2)', [
      project.branchId,
      JSON.stringify([{ id: (await one('docs/a.md')).id, path: 'docs/c.md' }]),
    ])
    await does('delete_documents', [(await one('docs/b.md')).id])
    await setFiles(world, house.id, project.branchId, {
      'docs/a.md': 'a',
      'docs/b.md': 'B',
      'docs/c.md': 'theirs',
    })
    await follow()
    const moved = Object.fromEntries(
      (await documents(world, project.branchId)).map(({ path, base_moved }) => [path, base_moved]),
    )
    expect(moved).toEqual({ 'docs/b.md': true, 'docs/c.md': true })
    expect((await open(world, maker, project.slug)).base_moved).toBe(true)
    expect(await world.said(maker, 'publish_working_copy($1)', [project.branchId])).toMatch(
      /^The branch has changed under/,
    )
    // Set back, both are what the branch has.
    await does('discard_changes', [(await one('docs/b.md')).id])
    const c = (await one('docs/c.md')).id
    const resolve = (hash: string) => world.said(maker, 'resolve_documents($1, $2)', [[c], [hash]])
    const theirs = createHash('sha256').update('theirs').digest('hex')
    expect([await resolve('00'), await resolve(theirs)]).toEqual([
      'The branch has changed under what you changed. Look at both before you publish.',
      'allowed',
    ])
    await world.does(maker, 'select public.resolve_documents($1, $2)', [[c], [theirs]])
    expect(await state()).toEqual({ 'docs/b.md': 'there', 'docs/c.md': 'there, changed' })
    expect((await one('docs/c.md')).published_path).toBe('docs/c.md')
  })

  test('loses what is gone on both sides, and keeps what was written', async () => {
    const a = await one('docs/a.md')
    await keepSnapshot(world, a)
    await type(world, maker, a)
    await does('delete_documents', [(await one('docs/b.md')).id])
    await setFiles(world, house.id, project.branchId, {})
    await follow()
    expect(await state()).toEqual({ 'docs/a.md': 'there, changed', 'docs/b.md': 'deleted' })
    await does('discard_changes', [a.id])
    expect((await one('docs/a.md')).deleted_at).not.toBeNull()
  })
})

test('versions are for plans that have several, under a name of their own', async () => {
  const make = (name: string, who = maker) =>
    world.said(who, 'create_version($1, $2, $3)', [project.id, name, project.branchId])
  expect(await make('2.0')).toBe('allowed')
  for (const name of ['', 'a b', '..', 'x'.repeat(101)])
    expect([name, await make(name)]).toEqual([name, 'No branch can have this name.'])
  expect(await make('MAIN')).toMatch(/a version of this name already/)
  expect(await make('2.0', viewer)).toMatch(/do not have permission/)
  expect(await make('2.0', stranger)).toBe('Project not found')
  const local = await aStudioProject(world, house.id, { type: 'local' })
  expect(await world.said(maker, 'create_version($1, $2, $3)', [local.id, 'x', local.branchId])).toMatch(
    /^Only projects that are written here/,
  )
  await world.db.query('update public.billing_accounts set billing_product_id = 1 where workspace_id = $1', [
    house.id,
  ])
  // Of its many projects the later ones are read-only by now, which would be said first.
  await world.db.query('update public.projects set is_read_only = false where workspace_id = $1', [house.id])
  expect(await make('2.0')).toMatch(/current plan does not allow/)
  await world.db.query('update public.billing_accounts set billing_product_id = 5 where workspace_id = $1', [
    house.id,
  ])
})

test('a project, a branch and a workspace take all of it along, and an account its name', async () => {
  const somebody = await world.aMember(house.id, 'maker', 'somebody')
  await make([{ path: 'new.md', text: 'x' }])
  const a = await one('docs/a.md')
  await keepSnapshot(world, a)
  await type(world, somebody, a)
  await world.db.query('delete from auth.users where id = $1', [somebody.authId])
  expect(
    (await world.db.query('select author_id from private.document_updates where document_id = $1', [a.id]))
      .rows,
  ).toEqual([{ author_id: null }])
  await world.db.query('delete from public.projects where id = $1', [project.id])
  const left = await world.db.query(
    `select (select count(*) from public.documents where project_id = $1) + (select count(*) from private.document_updates where document_id = $2)
       + (select count(*) from private.working_copies where branch_id = $3) + (select count(*) from private.document_snapshots where document_id = $2) as n`,
    [project.id, a.id, project.branchId],
  )
  expect(Number(left.rows[0].n)).toBe(0)
  const other = await world.aWorkspace('gone')
  const gone = await aStudioProject(world, other.id, { files: { 'a.md': 'a' } })
  await open(world, other.owner, gone.slug)
  await world.db.query('delete from public.workspaces where id = $1', [other.id])
  expect(await documents(world, gone.branchId)).toEqual([])
})
