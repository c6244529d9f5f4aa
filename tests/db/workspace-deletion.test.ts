// Removing a workspace: who may, what keeps it, what is said of it, and until when it can be called off.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo, trail } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

let number = 0
const aHouse = async () => {
  const slug = `gone-${++number}`
  return { ...(await world.aWorkspace(slug)), name: `Workspace ${slug}`, email: `owner-${slug}@example.com` }
}
type House = Awaited<ReturnType<typeof aHouse>>

const remove = (who: Person | null, house: House, name: string | null = house.name) =>
  world.answer<string>(who, 'delete_workspace($1, $2)', [house.id, name])
const refused = (who: Person | null, house: House, name: string | null = house.name) =>
  world.said(who, 'delete_workspace($1, $2)', [house.id, name])
const keep = (house: House) => world.answer(house.owner, 'cancel_workspace_deletion($1)', [house.id])
const dateOf = async ({ id }: House): Promise<Date | null> =>
  (await world.db.query('select delete_at from public.workspaces where id = $1', [id])).rows[0]?.delete_at
const follow = () => world.db.query('select private.follow_deletions()')
const moveDate = (house: House, by: string) =>
  world.db.query('update public.workspaces set delete_at = now() + $2::interval where id = $1', [
    house.id,
    by,
  ])
const isQueued = async ({ id }: House) =>
  ((
    await world.db.query(`select 1 from graphile_worker.jobs where key = 'delete_workspace:' || $1::text`, [
      id,
    ])
  ).rowCount ?? 0) > 0

describe('removing a workspace', () => {
  test('is for its owners alone', async () => {
    const house = await aHouse()
    const stranger = (await aHouse()).owner
    const admin = await world.aMember(house.id, 'admin')
    const billing = await world.aMember(house.id, 'billing')
    const said: string[] = []
    for (const who of [admin, billing, stranger]) said.push(await refused(who, house))
    expect(said.slice(0, 2).every((sentence) => sentence !== 'allowed')).toBe(true)
    expect(said[2]).toBe('Workspace not found.')
    expect(await dateOf(house)).toBeNull()
  })

  test('takes the exact name, a week, one entry and one mail; once more changes nothing', async () => {
    const house = await aHouse()
    for (const name of [house.name.toLowerCase(), `${house.name} `, ''])
      expect(await refused(house.owner, house, name)).toBe('Type the name of the workspace to confirm.')
    const { rows } = await world.db.query(
      "select now() + interval '6 days 23 hours' as soonest, now() + interval '7 days 1 hour' as latest",
    )
    await remove(house.owner, house)
    const date = await dateOf(house)
    expect(date?.getTime()).toBeGreaterThan(rows[0].soonest.getTime())
    expect(date?.getTime()).toBeLessThan(rows[0].latest.getTime())
    await remove(house.owner, house)
    await remove(house.owner, house, null)
    expect(await dateOf(house)).toEqual(date)
    expect(await trail(world, house.id, 'workspace.deletion.scheduled')).toHaveLength(1)
    expect(await trail(world, house.id, 'workspace.updated')).toHaveLength(0)
    expect(await mailsTo(world, house.email, 'workspace_deletion')).toBe(1)
  })

  test('waits for a plan to be cancelled, and says so before it is tried', async () => {
    const house = await aHouse()
    const sentence = `The plan of ${house.name} is still paid for. Please cancel it first.`
    const obstacle = async () =>
      (await world.answer<{ obstacle: string | null }>(house.owner, 'workspace_removal($1)', [house.id]))
        .obstacle
    await world.db.query(
      "update public.billing_accounts set stripe_status = 'past_due' where workspace_id = $1",
      [house.id],
    )
    expect(await obstacle()).toBe(sentence)
    expect(await refused(house.owner, house)).toBe(sentence)
    await world.db.query(
      'update public.billing_accounts set stripe_cancel_at_period_end = true where workspace_id = $1',
      [house.id],
    )
    expect(await obstacle()).toBeNull()
    expect(await refused(house.owner, house)).toBe('allowed')
  })

  test('lets nobody buy a plan meanwhile', async () => {
    const house = await aHouse()
    const begin = (intent: string) =>
      world.db.query("select public.svc_begin_attempt($1, null, $2, '{}')", [house.id, intent]).then(
        () => 'begun',
        (error: Error) => error.message,
      )
    await remove(house.owner, house)
    expect(await begin('checkout')).toBe('This workspace will be deleted. Cancel its deletion first.')
    expect(await begin('cancel')).toBe('begun')
  })
})

describe('calling it off', () => {
  test('works until the date, and not from then on', async () => {
    const house = await aHouse()
    await remove(house.owner, house)
    await moveDate(house, '1 second')
    await keep(house)
    expect(await dateOf(house)).toBeNull()
    expect(await mailsTo(world, house.email, 'workspace_deletion')).toBe(2)
    await remove(house.owner, house)
    await moveDate(house, '0 seconds')
    expect(await world.said(house.owner, 'cancel_workspace_deletion($1)', [house.id])).toBe(
      'This workspace is being deleted. It is too late to keep it.',
    )
  })

  test('fills no inbox when it is done over and over', async () => {
    const house = await aHouse()
    for (let round = 0; round < 8; round++) {
      await remove(house.owner, house)
      await keep(house)
    }
    expect(await mailsTo(world, house.email, 'workspace_deletion')).toBe(10)
  })
})

describe('the date', () => {
  test('is told to all members two days before, once; who has nothing else hears that their account goes', async () => {
    const house = await aHouse()
    const other = await aHouse()
    await world.aMember(house.id, 'guest', `alone-${number}`)
    await world.db.query(
      "insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')",
      [house.id, other.owner.id],
    )
    const told = async () => {
      const { rows } = await world.db.query(
        `select recipient, data -> 'account_goes' as goes from private.outbox_mails
         where template = 'workspace_deletion' and data ->> 'kind' = 'soon' and (data ->> 'workspace_id')::bigint = $1 order by recipient`,
        [house.id],
      )
      return rows
    }
    await remove(house.owner, house)
    await moveDate(house, '2 days 1 minute')
    await follow()
    expect(await told()).toEqual([])
    await moveDate(house, '2 days -1 minute')
    await follow()
    await follow()
    expect(await told()).toEqual([
      { recipient: `alone-${number}@example.com`, goes: true },
      { recipient: house.email, goes: true },
      { recipient: other.email, goes: false },
    ])
    expect(await isQueued(house)).toBe(false)
  })

  test('queues the deletion when it has come, and nobody else’s', async () => {
    const house = await aHouse()
    const neighbour = await aHouse()
    await remove(house.owner, house)
    await remove(neighbour.owner, neighbour)
    await moveDate(house, '0 seconds')
    await follow()
    expect([await isQueued(house), await isQueued(neighbour)]).toEqual([true, false])
  })

  test('is asked for again by every step of the worker', async () => {
    const house = await aHouse()
    await remove(house.owner, house)
    const begun = await world.db.query('select private.begin_deletion($1) as due', [house.id])
    expect(begun.rows).toEqual([{ due: null }])
    await world.db.query('select private.finish_deletion($1)', [house.id])
    expect(await dateOf(house)).toBeInstanceOf(Date)
  })
})
