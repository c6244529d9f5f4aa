// Mentions: who is told that they are asked for, how often, and who is not.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'
import { aStudioProject, documents, open } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let ana: Person
let ben: Person
let project: { id: number; slug: string; branchId: number }
let documentId: string

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('asking')
  ana = await world.aMember(house.id, 'maker', 'ana')
  ben = await world.aMember(house.id, 'maker', 'ben')
  await world.aMember(house.id, 'guest', 'gwen')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  await world.db.query('delete from private.outbox_mails')
  await world.db.query('delete from graphile_worker._private_jobs')
  project = await aStudioProject(world, house.id, { files: { 'docs/a.md': 'a' } })
  await open(world, ana, project.slug)
  documentId = (await documents(world, project.branchId))[0]?.id ?? ''
})

interface Place {
  thread_id: number
  comment_id: number
}
const start = (text: string, who: Caller = ana) =>
  world.answer<Place>(who, 'start_comment($1, $2, $3, $4)', [documentId, '{}', 'a', text])
const reply = (thread: number, text: string, who: Caller = ana) =>
  world.answer<Place>(who, 'reply_to_thread($1, $2)', [thread, text])
const mentioned = async (): Promise<string[]> =>
  (
    await world.db.query(
      `select u.username from public.comment_mentions m join public.users u on u.id = m.user_id where m.branch_id = $1 order by 1`,
      [project.branchId],
    )
  ).rows.map(({ username }) => username)
const jobs = async () =>
  (
    await world.db.query<{ seconds: string }>(
      `select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs where task_identifier = 'mail_mentions'`,
    )
  ).rows.map(({ seconds }) => Number(seconds))
const mail = async (thread: number, who = ben) =>
  (await world.db.query('select private.mail_mentions($1, $2) as went', [who.id, thread])).rows[0].went
const mails = async () =>
  (
    await world.db.query<{
      recipient: string
      data: { mentions: { name: string; said: string }[]; unsubscribe_token: string }
    }>(`select recipient, data from private.outbox_mails where template = 'mentions' order by id`)
  ).rows
const unread = async (who: Person) =>
  (
    await world.does<{ unread: number }>(who, 'select unread::integer from public.branch_comments($1)', [
      project.branchId,
    ])
  ).map((row) => row.unread)

describe('whoever is named', () => {
  test.each([
    ['by @ and the username', 'Is this right, @ben?', ['ben']],
    ['in other letters', '@BEN.', ['ben']],
    ['several, once each', '@ben @ben @asking-nobody', ['ben']],
    ['oneself', '@ana', []],
    ['who may not read it', '@gwen', []],
    ['in an address', 'ben@ben.example x@ben', []],
    ['in code', '`@ben` and\n```yaml\n"@ben": 1\n```', []],
    ['behind code', '```\ncode\n``` @ben, look at `this`', ['ben']],
    ['between code', '```a``` @ben ```b```', ['ben']],
    ['in code without an end', '```\n@ben', []],
    ['as a part of a name', '@ben-x @benedict /@ben', []],
  ])('%s', async (_, text, names) => {
    await start(text)
    expect(await mentioned()).toEqual(names)
  })

  test('is at most twenty', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `@x${n}`).join(' ')
    expect(await world.said(ana, 'start_comment($1, $2, $3, $4)', [documentId, '{}', '', names(20)])).toBe(
      'allowed',
    )
    expect(await world.said(ana, 'start_comment($1, $2, $3, $4)', [documentId, '{}', '', names(21)])).toMatch(
      /^A comment can mention at most 20/,
    )
  })

  test('sees how many they have not read, until they have', async () => {
    const { thread_id: thread } = await start('@ben')
    await reply(thread, '@ben again')
    expect(await unread(ben)).toEqual([2])
    expect(await unread(ana)).toEqual([0])
    await world.answer(ben, 'read_mentions($1)', [thread])
    expect(await unread(ben)).toEqual([0])
    expect(await mail(thread)).toBe(false)
  })

  test('changes with the comment', async () => {
    const { comment_id: comment } = await start('@ben')
    await world.answer(ana, 'edit_comment($1, $2)', [comment, 'nobody'])
    expect(await mentioned()).toEqual([])
    await world.answer(ana, 'edit_comment($1, $2)', [comment, '@ben after all'])
    expect(await mentioned()).toEqual(['ben'])
  })

  test('is found by a part of the name, among those who may read it', async () => {
    const found = async (search: string) =>
      (
        await world.does<{ username: string }>(
          ana,
          'select username from public.mentionable_people($1, $2)',
          [project.branchId, search],
        )
      ).map(({ username }) => username)
    expect(await found('be')).toEqual(['ben'])
    expect(await found('gwen')).toEqual([])
    expect(await found('%')).toEqual([])
    expect((await found('')).sort()).toEqual(['ben', 'owner-asking'])
  })
})

describe('a mail', () => {
  test('goes at once; what follows in the thread comes together, ten minutes later', async () => {
    const { thread_id: thread } = await start('First, @ben: <b>look</b>')
    expect(await jobs()).toSatisfy(([wait]: number[]) => wait !== undefined && wait <= 0)
    expect(await mail(thread)).toBe(true)
    await world.db.query('delete from graphile_worker._private_jobs')
    await reply(thread, '@ben second')
    await reply(thread, '@ben third')
    const [wait, ...more] = await jobs()
    expect(more).toEqual([])
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
    expect(await mail(thread)).toBe(true)
    expect(await mail(thread)).toBe(false)
    expect(
      (await mails()).map(({ recipient, data }) => [recipient, data.mentions.map(({ said }) => said)]),
    ).toEqual([
      ['ben@example.com', ['First, ben: <b>look</b>']],
      ['ben@example.com', ['ben second', 'ben third']],
    ])
  })

  test('goes to nobody who has lost access, is locked out, or wants none', async () => {
    const { thread_id: thread } = await start('@ben')
    await world.db.query('delete from public.workspace_members where user_id = $1', [ben.id])
    expect(await mail(thread)).toBe(false)
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'maker')`,
      [house.id, ben.id],
    )
    // What was not told then is not told later.
    expect(await mail(thread)).toBe(false)
    await reply(thread, '@ben')
    await world.does(ben, 'update public.workspace_members set receive_mentions = false where user_id = $1', [
      ben.id,
    ])
    expect(await mail(thread)).toBe(false)
    await world.db.query('update public.workspace_members set receive_mentions = true where user_id = $1', [
      ben.id,
    ])
    await reply(thread, '@ben')
    await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [project.id])
    expect(await mail(thread)).toBe(false)
    expect(await mails()).toEqual([])
  })

  test('comes fifty times a day at most', async () => {
    const { thread_id: thread } = await start('@ben')
    await world.db.query(`select private.throttle_hit('mention-mails:' || $1::text, 50, 86400, 49)`, [ben.id])
    expect(await mail(thread)).toBe(true)
    await reply(thread, '@ben')
    expect(await mail(thread)).toBe(false)
  })

  test('can be ended by its link, and only these', async () => {
    const { thread_id: thread } = await start('@ben')
    await mail(thread)
    const token = (await mails())[0]?.data.unsubscribe_token
    const { rows } = await world.db.query('select public.svc_unsubscribe($1) as ended', [token])
    expect(rows[0].ended).toMatchObject({ kind: 'mentions', email: 'ben@example.com' })
    const kept = await world.db.query(
      'select receive_mentions, receive_daily_summary from public.workspace_members where user_id = $1',
      [ben.id],
    )
    expect(kept.rows).toEqual([{ receive_mentions: false, receive_daily_summary: true }])
    await world.db.query('update public.workspace_members set receive_mentions = true where user_id = $1', [
      ben.id,
    ])
  })
})
