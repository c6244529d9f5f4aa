// What may wait in the bucket of uploads, which lies on a disk that all share.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let owner: Person
let workspaceId: number

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('uploads')
  workspaceId = workspace.id
  owner = workspace.owner
  // As Storage's own API deletes.
  await world.db.query(`select set_config('storage.allow_delete_query', 'true', false)`)
})
afterAll(() => world.end())

/** Lets so many files of so many bytes in all wait for a person. */
async function waiting(person: Person, files: number, bytes: number): Promise<void> {
  await world.db.query(`delete from storage.objects where bucket_id = 'uploads'`)
  await world.db.query(
    `insert into storage.objects (bucket_id, name, metadata)
     select 'files', format('%s/%s/%s', $1::text, $2::text, n), jsonb_build_object('size', $4::bigint / $3::int) from generate_series(1, $3::int) n`,
    [workspaceId, person.authId, files, bytes],
  )
  // Not one by one: the bound would be counted for each of them.
  await world.db.query(`update storage.objects set bucket_id = 'uploads' where bucket_id = 'files'`)
}

const upload = async (person: Person, id = workspaceId) =>
  (
    await world.attempt(person, `insert into storage.objects (bucket_id, name) values ('uploads', $1)`, [
      `${id}/${person.authId}/next`,
    ])
  ).refused

test('a person has up to 2,000 files waiting', async () => {
  await waiting(owner, 1999, 1999)
  expect(await upload(owner)).toBe(null)
  await waiting(owner, 2000, 2000)
  expect(await upload(owner)).toBe('42501')
})

test('a person has up to 2 GiB waiting, in all workspaces together', async () => {
  const other = await world.aWorkspace('uploads-elsewhere')
  await world.db.query(
    'insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)',
    [other.id, owner.id, 'maker'],
  )
  const bound = 2 * 1024 ** 3
  await waiting(owner, 1, bound - 1)
  expect(await upload(owner, other.id)).toBe(null)
  await waiting(owner, 1, bound)
  expect(await upload(owner, other.id)).toBe('42501')
})

test('who has too many waiting can read so before anything is sent', async () => {
  await waiting(owner, 1999, 1999)
  expect(await world.said(owner, 'public.check_uploading()')).toBe('allowed')
  await waiting(owner, 2000, 2000)
  expect(await world.said(owner, 'public.check_uploading()')).toBe(
    'Too many of your files wait to be imported. Try again when they are.',
  )
})

test('what waits for others is theirs', async () => {
  const maker = await world.aMember(workspaceId, 'maker')
  await waiting(owner, 2000, 2000)
  expect(await upload(maker)).toBe(null)
})

test('an address that was signed before counts when it is used: Storage passes by the policies, not by the bound', async () => {
  // As Storage does it for who brings such an address.
  const signed = (person: Person, id = workspaceId, name = 'signed') =>
    world.as(null, async (ask) => {
      await ask('reset role')
      return ask(`insert into storage.objects (bucket_id, name) values ('uploads', $1)`, [
        `${id}/${person.authId}/${name}`,
      ]).then(
        () => null,
        (error: { code: string }) => error.code,
      )
    })
  const bound = 2 * 1024 ** 3
  await waiting(owner, 1999, 1999)
  expect(await signed(owner)).toBe(null)
  await waiting(owner, 2000, 2000)
  expect(await signed(owner)).toBe('42501')
  await waiting(owner, 1, bound)
  expect(await signed(owner)).toBe('42501')
  const left = await world.aPerson('left-long-ago')
  expect(await signed(left)).toBe(null)
  await waiting(left, 2000, 2000)
  expect(await signed(left)).toBe('42501')
  // Pushes by CI tokens have a bound of their own.
  expect(await signed({ ...left, authId: 'ci-7' })).toBe(null)
})

test('of signed addresses that are used at once each sees those before it', async () => {
  await waiting(owner, 1999, 1999)
  const insert = `insert into storage.objects (bucket_id, name) values ('uploads', $1)`
  const [first, second] = [await world.another(), await world.another()]
  await first.query('begin')
  await first.query(insert, [`${workspaceId}/${owner.authId}/a`])
  const late = second.query(insert, [`${workspaceId}/${owner.authId}/b`]).catch((error) => error)
  await first.query('commit')
  expect((await late).code).toBe('42501')
  await first.end()
  await second.end()
})

test('what a person brings over waits up to 2 GiB, of all their migrations together', async () => {
  const { rows } = await world.db.query<{ job: string }>(
    `with project as (insert into public.projects (workspace_id, name, slug) values ($1, 'Moved', 'moved') returning id),
       job as (
         insert into public.task_logs (task_id, workspace_id, project_id, event, created_by)
         select 'migrate', $1, p.id, 'manual', $2 from project p cross join generate_series(1, 2) returning job_id, project_id)
     insert into private.project_migrations (job_id, workspace_id, project_id, source, account, external_id, created_by)
     select job_id, $1, project_id, 'stoplight', '', job_id::text, $2 from job returning job_id as job`,
    [workspaceId, owner.id],
  )
  const [one = '', two = ''] = rows.map(({ job }) => job)
  const bring = (job: string, place: number, size: number) =>
    world.db.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('uploads', $1, jsonb_build_object('size', $2::bigint))`,
      [`${workspaceId}/migrate-${job}/0/${place}`, size],
    )
  const hasRoom = async (job: string) =>
    (await world.db.query<{ has: boolean }>('select private.has_room_for_migration($1) as has', [job]))
      .rows[0]?.has
  const bound = 2 * 1024 ** 3
  await bring(one, 0, bound - 2)
  await bring(two, 0, 1)
  expect(await hasRoom(two)).toBe(true)
  await bring(one, 1, 1)
  expect([await hasRoom(one), await hasRoom(two)]).toEqual([false, false])
  await expect(bring(two, 1, 1)).rejects.toThrow(/row-level security/)
  // Of somebody else it is another count.
  const stranger = (await world.aWorkspace('uploads-strangers')).owner
  await world.db.query('update private.project_migrations set created_by = $2 where job_id = $1', [
    two,
    stranger.id,
  ])
  await bring(two, 1, 1)
  expect(await hasRoom(two)).toBe(true)
})
