// Pending invitations: sent again, withdrawn, and what comes along with them changed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCredential, mailsTo, newestMail, person, refusal, trail } from './support/identity.ts'
import { inviting } from './support/inviting.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let at: ReturnType<typeof inviting>
beforeAll(async () => {
  world = await aWorld()
  at = inviting(world)
})
afterAll(() => world.end())

let number = 0
const aHouse = (plan = 'enterprise') => world.aWorkspace(`pending-${++number}`, plan)
const fresh = () => `pending-${++number}@example.org`

describe('a pending invitation', () => {
  test('is sent again with a new link, once a minute; the old link is dead', async () => {
    const house = await aHouse()
    const email = fresh()
    const old = await at.invite(house, email)
    const id = await at.idOf(house.id, email)
    const resend = () => at.each(house.owner, 'resend_invitations', { p_ids: [id] })
    expect((await resend())[0]).toMatchObject({ status: 429 })
    await world.db.query(
      "update public.workspace_invitations set last_sent_at = now() - interval '2 minutes' where id = $1",
      [id],
    )
    expect((await resend())[0]).toMatchObject({ ok: true })
    expect([await at.lookUp(old), (await at.lookUp(await at.tokenTo(email)))?.state]).toEqual([null, 'ok'])
    expect(await trail(world, house.id, 'workspace.invitation.resent')).toHaveLength(1)
  })

  test('and inviting again and again sends few mails to an address', async () => {
    const house = await aHouse()
    const email = fresh()
    for (let round = 0; round < 5; round++) {
      await at.invite(house, email)
      await person(world, house.owner, 'revoke_invitations', { p_ids: [await at.idOf(house.id, email)] })
    }
    expect(await refusal(at.invite(house, email))).toMatchObject({ code: 'PT429', hint: 'TOO_MANY_REQUESTS' })
    expect(await mailsTo(world, email, 'invitation')).toBe(5)
    await at.invite(house, fresh())
  })

  test('is never refused for what strangers sent to the address: it comes with theirs, within the hour', async () => {
    const email = fresh()
    const strangers = [await aHouse(), await aHouse(), await aHouse(), await aHouse()]
    for (const stranger of strangers) {
      for (let round = 0; round < 5; round++) {
        await at.invite(stranger, email)
        await person(world, stranger.owner, 'revoke_invitations', {
          p_ids: [await at.idOf(stranger.id, email)],
        })
      }
    }
    expect(await mailsTo(world, email, 'invitation')).toBe(20)
    const [house, other] = [await aHouse(), await aHouse()]
    await at.invite(house, email)
    await person(world, house.owner, 'revoke_invitations', { p_ids: [await at.idOf(house.id, email)] })
    await at.invite(house, email)
    await at.invite(other, email)
    expect([await mailsTo(world, email, 'invitation'), await mailsTo(world, email, 'invitations')]).toEqual([
      20, 1,
    ])
    const collected = (await newestMail(world, email, 'invitations'))?.data.invitations as Record<
      string,
      { token: string; slug: string }
    >
    expect(Object.keys(collected).sort()).toEqual([`${house.id}`, `${other.id}`].sort())
    // Of a workspace the newest: the older link is dead.
    for (const [id, { token }] of Object.entries(collected))
      expect(await at.lookUp(token)).toMatchObject({ state: 'ok', workspace: { id: Number(id) } })
    const { rows } = await world.db.query(
      `select j.run_at > now() + interval '50 minutes' and j.run_at <= now() + interval '1 hour' as later
       from private.outbox_mails o join graphile_worker.jobs j on j.key = 'mail:' || o.id
       where o.recipient = $1 and o.template = 'invitations'`,
      [email],
    )
    expect(rows).toEqual([{ later: true }])

    // A mail holds a hundred workspaces at most.
    await world.db.query(
      `update private.outbox_mails set data = jsonb_build_object('invitations', (select jsonb_object_agg('x' || n, '{}'::jsonb) from generate_series(1, 100) n))
       where recipient = $1 and template = 'invitations'`,
      [email],
    )
    await at.invite(await aHouse(), email)
    expect(await mailsTo(world, email, 'invitations')).toBe(2)
  })

  test('is withdrawn by who sent it or approves members, by nobody else, and then unseen', async () => {
    const house = await aHouse()
    const [maker, other] = [
      await world.aMember(house.id, 'maker'),
      await world.aMember(house.id, 'maker', `other-${++number}`),
    ]
    const emails = [fresh(), fresh()]
    for (const email of emails)
      await person(world, maker, 'invite_member', { p_workspace_id: house.id, p_email: email })
    const ids = [await at.idOf(house.id, emails[0] ?? ''), await at.idOf(house.id, emails[1] ?? '')]
    const revoke = async (who: Person, id: number | undefined) =>
      (await at.each(who, 'revoke_invitations', { p_ids: [Number(id)] }))[0]
    expect(await revoke(other, ids[0])).toMatchObject({ status: 403 })
    expect(await revoke((await aHouse()).owner, ids[0])).toMatchObject({ status: 404 })
    expect(await revoke(maker, ids[0])).toMatchObject({ ok: true })
    expect(await revoke(house.owner, ids[1])).toMatchObject({ ok: true })
    const seen = await world.attempt(
      house.owner,
      'select 1 from public.workspace_invitations where workspace_id = $1',
      [house.id],
    )
    expect(seen.count).toBe(0)
    expect((await world.attempt(house.owner, 'delete from public.workspace_invitations')).refused).toBe(
      '42501',
    )
  })

  test('takes projects on and off', async () => {
    const house = await aHouse()
    const email = fresh()
    const token = await at.invite(house, email)
    const { rows } = await world.db.query(
      "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'A', 'aa', 'private'), ($1, 'B', 'bb', 'private') returning id",
      [house.id],
    )
    const [a, b] = rows.map((row) => Number(row.id))
    const id = await at.idOf(house.id, email)
    const projects = [
      { project_id: a, role: 'viewer' },
      { project_id: b, role: 'editor' },
    ]
    await person(world, house.owner, 'link_invitation', { p_invitation_id: id, p_projects: projects })
    // Who could not give a role does not take it back either.
    const maker = await world.aMember(house.id, 'maker')
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')",
      [b, maker.id],
    )
    const lowered = { p_invitation_id: id, p_projects: [{ project_id: b, role: 'viewer' }] }
    expect((await refusal(person(world, maker, 'link_invitation', lowered))).code).toBe('PT403')
    await person(world, house.owner, 'unlink_invitation', { p_invitation_id: id, p_project_id: a })
    const { user_id: userId } = await at.accept(token, await aCredential(world, email))
    const given = await world.db.query(
      'select project_id::integer as id from public.project_members where user_id = $1',
      [userId],
    )
    expect(given.rows).toEqual([{ id: b }])
  })
})
