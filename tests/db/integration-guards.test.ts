// What a workspace's integrations and approved domains are refused: each guard as who meets it would notice that it is gone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, sealed, settings } from './support/identity.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let github: number
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('integrated')
  maker = await world.aMember(house.id, 'maker')
  github = await anIntegration(world, house, 'github')
})
afterAll(() => world.end())

const notYours = 'You do not have permission to do this in this workspace.'
const upgrade = 'Your current plan does not allow for this. Please upgrade your plan.'

describe('an integration', () => {
  const create = (args: string, values: unknown[] = [], at = house) =>
    world.said(at.owner, `public.create_integration($1, ${args})`, [at.id, ...values])
  const change = (args: string, who: Caller = house.owner, id = github) =>
    world.said(who, `public.update_integration($1, ${args})`, [id])

  test('is changed and removed by who may, and is not there for strangers', async () => {
    expect(await change("p_name => 'Ours'")).toBe('allowed')
    expect(await world.said(house.owner, 'public.delete_integration($1)', [github])).toBe('allowed')
    for (const [who, answer] of [
      [maker, notYours],
      [(await world.aWorkspace('not-integrated')).owner, 'Integration not found.'],
    ] as const) {
      expect(await change("p_name => 'Ours'", who)).toBe(answer)
      expect(await world.said(who, 'public.delete_integration($1)', [github])).toBe(answer)
    }
  })

  test('has a name, of twenty letters where it is built in', async () => {
    expect(await create("'', 'gitlab'")).toBe('Required')
    expect(await create("'  ', 'gitlab'")).toBe('Required')
    expect(await create("'G', 'gitlab'")).toBe('allowed')
    expect(await change("p_name => ' '")).toBe('Required')
    const { rows } = await world.db.query(
      "select id::integer from public.workspace_integrations where workspace_id = $1 and kind = 'builtin'",
      [house.id],
    )
    const named = (length: number, id: number) => change(`p_name => repeat('n', ${length})`, house.owner, id)
    expect(await named(20, rows[0].id)).toBe('allowed')
    expect(await named(21, rows[0].id)).toBe('Must be no more than 20 Characters')
    expect(await named(21, github)).toBe('allowed')
  })

  test('that is built in there is one of', async () => {
    expect(await create("'Second', 'builtin'")).toBe('A workspace has one built-in integration.')
  })

  test('is held by the plan again when it turns to a server of its own, or on', async () => {
    const small = await world.aWorkspace('integrated-small')
    const [held, off] = [
      await anIntegration(world, small, 'github'),
      await anIntegration(world, small, 'ldap', settings.ldap, { p_secrets: { bindCredentials: sealed } }),
    ]
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [off])
    await world.db.query(
      'update public.billing_accounts set billing_product_id = 1 where workspace_id = $1',
      [small.id],
    )
    expect(await change("p_name => 'Still'", small.owner, off)).toBe('allowed')
    expect(await change('p_enabled => true', small.owner, off)).toBe(upgrade)
    expect(await change("p_config_type => 'custom'", small.owner, held)).toBe(upgrade)
    expect(await create("'Another', 'gitlab'", [], small)).toBe('allowed')
    expect(await create("'Another', 'gitlab', p_config_type => 'custom'", [], small)).toBe(upgrade)
  })

  test('is refused in words where its settings are wrong', async () => {
    expect(await change('p_config => \'{"unheard": "of"}\'')).toBe('This provider has no such setting.')
    expect(
      await change('p_config_type => \'custom\', p_config => \'{"hostUrl": "https://git.example.com"}\''),
    ).toBe('Required')
  })

  test('has the secrets it needs, no others, each encrypted', async () => {
    const [config, secrets] = [JSON.stringify(settings.ldap), (value: unknown) => JSON.stringify(value)]
    const made = (value: unknown) =>
      create("'Directory', 'ldap', $2, p_secrets => $3", [config, secrets(value)])
    expect(await made({ bindCredentials: sealed })).toBe('allowed')
    expect(await made({})).toBe('Required')
    expect(await made([])).toBe('The secrets are not an object.')
    expect(await made({ bindCredentials: sealed, another: sealed })).toBe('This provider has no such secret.')
    expect(await made({ bindCredentials: { ciphertext: 'open' } })).toBe('A secret is stored encrypted.')
    const ldap = await anIntegration(world, house, 'ldap', settings.ldap, {
      p_secrets: { bindCredentials: sealed },
    })
    expect(await change("p_name => 'Same server'", house.owner, ldap)).toBe('allowed')
    expect(await change('p_secrets => \'{"bindCredentials": null}\'', house.owner, ldap)).toBe('Required')
    expect(await change('p_config => \'{"url": "ldaps://other.example.com:636"}\'', house.owner, ldap)).toBe(
      'Required',
    )
  })
})

test('an approved domain is changed and removed by who may, and is not there for strangers', async () => {
  const { rows } = await world.db.query(
    "insert into public.approved_domains (workspace_id, domain) values ($1, 'approved.example') returning id",
    [house.id],
  )
  const stranger = await world.aPerson('not-approved')
  for (const call of [
    "public.update_approved_domain($1, p_role => 'guest')",
    'public.remove_approved_domain($1)',
  ]) {
    expect(await world.said(house.owner, call, [rows[0].id])).toBe('allowed')
    expect(await world.said(maker, call, [rows[0].id])).toBe(notYours)
    expect(await world.said(stranger, call, [rows[0].id])).toBe('Domain not found.')
  }
})
