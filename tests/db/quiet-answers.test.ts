// What a workspace does not tell: private addresses of its members, its counts, and who it is not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person, refusal, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('quiet')
})
afterAll(() => world.end())

describe('a member’s private address', () => {
  test('is answered like a stranger’s by every way to name somebody', async () => {
    const member = await world.aMember(house.id, 'maker', 'discreet')
    await world.db.query(
      `insert into public.emails (user_id, email, confirmed_at) values ($1, 'secret@example.net', now())`,
      [member.id],
    )
    const { rows } = await world.db.query(
      `insert into public.teams (workspace_id, name) values ($1, 'Quiet') returning id`,
      [house.id],
    )
    const add = (email: string) =>
      person(world, house.owner, 'set_team_member', { p_team_id: Number(rows[0].id), p_email: email })
    for (const email of ['secret@example.net', 'stranger@example.net'])
      expect(await add(email)).toEqual({
        type: 'invitation',
        invitation_id: expect.any(Number),
        user_id: null,
        email,
        role: 'member',
      })
    expect(await add('discreet@example.com')).toMatchObject({ type: 'member', user_id: member.id })
  })
})

describe('the counts of a workspace', () => {
  test('are for its full members, not for guests', async () => {
    const guest = await world.aMember(house.id, 'guest', 'counting-guest')
    const counts = async (caller: Person) => {
      const rows = await world.does<{ usage: number | null; pending: number | null }>(
        caller,
        'select * from public.workspace_features($1)',
        [house.id],
      )
      expect(rows.length).toBeGreaterThan(10)
      return rows.filter(({ usage, pending }) => usage !== null || pending !== null).length
    }
    expect(await counts(guest)).toBe(0)
    expect(await counts(house.owner)).toBeGreaterThan(0)
  })
})

describe('a sub-domain', () => {
  test('is no punycode, which browsers show as other letters', async () => {
    expect(await person(world, null, 'slug_available', { p_slug: 'xn--dmo-9ma' })).toMatchObject({
      reason: 'reserved',
    })
    await expect(
      world.db.query(`insert into public.workspaces (name, slug) values ('Demo', 'xn--dmo-9ma')`),
    ).rejects.toMatchObject({ constraint: 'workspaces_slug_is_valid' })
  })
})

describe('settings for scripts and pictures of others', () => {
  test.each([
    ['google_tag_manager', 'x'.repeat(65)],
    ['google_tag_manager', '</script>'],
    ['localizejs', 'x'.repeat(65)],
    ['favicon_url', 'javascript:alert(1)'],
  ])('%s takes nothing like %s', async (column, value) => {
    await expect(
      world.db.query(`update public.workspaces set ${column} = $1 where id = $2`, [value, house.id]),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a code to sign up with', () => {
  test('is for a workspace that is named, never for a number', async () => {
    for (const slug of [String(house.id), '', 'nobodys'])
      expect(
        await refusal(
          service(world, 'svc_request_workspace_signup', {
            p_slug: slug,
            p_email: 'a@example.org',
            p_client: null,
          }),
        ),
      ).toMatchObject({ hint: 'NOT_FOUND' })
  })
})
