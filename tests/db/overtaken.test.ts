// What is edited in dialogs and forms: who would replace what somebody else saved since is refused, and told who it was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, sealed, settings } from './support/identity.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let id: number
let owner: Person
let admin: Person
let domainId: number
let tokenId: number
let teamId: number
let groupId: number
let projectId: number
let integrationId: number

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('dialogs')
  id = workspace.id
  owner = workspace.owner
  admin = await world.aMember(id, 'admin', 'second-admin')
  domainId = (await world.answer<{ id: number }>(owner, "add_approved_domain($1, 'one.example')", [id])).id
  await world.does(owner, "select public.add_approved_domain($1, 'neighbour.example')", [id])
  tokenId = (await world.answer<{ id: number }>(owner, "create_workspace_token($1, 'one')", [id])).id
  teamId = (await world.answer<{ id: number }>(owner, "create_team($1, 'one')", [id])).id
  groupId = (await world.answer<{ id: number }>(owner, "create_group($1, 'one')", [id])).id
  projectId = (await world.answer<{ project: { id: number } }>(owner, "create_project($1, 'one')", [id]))
    .project.id
  integrationId = await anIntegration(world, workspace, 'github', settings.github, {
    p_config_type: 'custom',
    p_secrets: { clientSecret: sealed },
  })
})
afterAll(() => world.end())

const secret = JSON.stringify({ ciphertext: 'AAAA', key_id: 'k' })

interface Dialog {
  what: string
  /** Of a value ($1) and what was seen ($2). */
  call: string
  field: string
  /** What is there, or null where there may be none; then two others. */
  values: [string, string, string]
  stored: string
  args: () => unknown[]
}

const dialogs: Dialog[] = [
  {
    what: 'the name of an approved domain',
    call: 'update_approved_domain($3, p_domain => $1, p_seen => $2)',
    field: 'domain',
    values: ['one.example', 'two.example', 'three.example'],
    stored: 'select domain as value from public.approved_domains where id = $1',
    args: () => [domainId],
  },
  {
    what: 'the role of an approved domain',
    call: 'update_approved_domain($3, p_role => $1::public.workspace_role, p_seen => $2)',
    field: 'role',
    values: ['viewer', 'maker', 'guest'],
    stored: 'select role::text as value from public.approved_domains where id = $1',
    args: () => [domainId],
  },
  {
    what: 'the name of a token',
    call: 'rename_workspace_token($3, $1, $2)',
    field: 'name',
    values: ['one', 'two', 'three'],
    stored: 'select name as value from public.machine_principals where id = $1',
    args: () => [tokenId],
  },
  {
    what: 'the role of people who come by SCIM',
    call: 'update_scim($3, p_default_role => $1::public.workspace_role, p_seen => $2)',
    field: 'default_role',
    values: ['viewer', 'maker', 'guest'],
    stored: 'select default_role::text as value from private.scim_connections where workspace_id = $1',
    args: () => [id],
  },
  {
    what: 'the address of the audit webhook',
    call: `set_audit_webhook($3, $1, p_secret => '${secret}', p_seen => $2)`,
    field: 'url',
    values: ['https://one.example/in', 'https://two.example/in', 'https://three.example/in'],
    stored: 'select url as value from private.audit_webhooks where workspace_id = $1',
    args: () => [id],
  },
  {
    what: 'the custom domain',
    call: 'set_custom_domain($3, $1, $2)',
    field: 'domain_name',
    values: ['one.dialogs.example', 'two.dialogs.example', 'three.dialogs.example'],
    stored: 'select domain as value from private.custom_domains where workspace_id = $1',
    args: () => [id],
  },
  ...['name', 'description'].flatMap((field): Dialog[] => [
    {
      what: `the ${field} of a team`,
      call: `update_team($3, p_${field} => $1, p_seen => $2)`,
      field,
      values: ['one', 'two', 'three'],
      stored: `select ${field} as value from public.teams where id = $1`,
      args: () => [teamId],
    },
    {
      what: `the ${field} of a group`,
      call: `update_group($3, p_${field} => $1, p_seen => $2)`,
      field,
      values: ['one', 'two', 'three'],
      stored: `select ${field} as value from public.groups where id = $1`,
      args: () => [groupId],
    },
    {
      what: `the ${field} of a project`,
      call: `update_project($3, p_${field} => $1, p_seen => $2)`,
      field,
      values: ['one', 'two', 'three'],
      stored: `select ${field} as value from public.projects where id = $1`,
      args: () => [projectId],
    },
  ]),
  {
    what: 'the name of an integration',
    call: 'update_integration($3, p_name => $1, p_seen => $2)',
    field: 'name',
    values: ['one', 'two', 'three'],
    stored: 'select name as value from public.workspace_integrations where id = $1',
    args: () => [integrationId],
  },
  {
    what: 'a setting of an integration',
    call: `update_integration($3, p_config => jsonb_build_object('clientId', $1::text), p_seen => $2)`,
    field: 'clientId',
    values: ['one', 'two', 'three'],
    stored: "select config ->> 'clientId' as value from public.workspace_integrations where id = $1",
    args: () => [integrationId],
  },
]

describe.each(dialogs)('$what', ({ call, field, values: [first, second, third], stored, args }) => {
  const save = async (who: Caller, value: string, seen: unknown = null) => {
    const values = [value, seen === null ? null : JSON.stringify(seen), ...args()]
    const said = await world.said(who, `public.${call}`, values)
    if (said === 'allowed') await world.does(who, `select public.${call}`, values)
    return said
  }
  const held = async () => (await world.db.query<{ value: string }>(stored, args())).rows[0]?.value

  test('is not replaced by who has seen another one, and is by who has seen this one', async () => {
    expect(await save(owner, first)).toBe('allowed')
    expect(await save(admin, second, { [field]: first })).toBe('allowed')
    expect(await save(owner, third, { [field]: first })).toBe('second-admin changed this meanwhile.')
    expect(await held()).toBe(second)
    expect(await save(owner, third, { [field]: second })).toBe('allowed')
    expect(await held()).toBe(third)
  })

  test('agrees where both want the same, and asks nothing of who says nothing of what they saw', async () => {
    await save(owner, first)
    expect(await save(admin, first, { [field]: third })).toBe('allowed')
    expect(await save(admin, second, {})).toBe('allowed')
    expect(await save(admin, third)).toBe('allowed')
    expect(await held()).toBe(third)
  })

  test.each([['[]'], ['"text"'], ['true']])('takes no %s for what was seen', async (seen) => {
    await save(owner, third)
    expect(await save(owner, second, JSON.parse(seen))).toBe('Must be an object')
    expect(await held()).toBe(third)
  })

  test('at once: one is written, the other refused', async () => {
    await save(owner, first)
    const tally = await world.race([owner, admin], `select public.${call}`, (index) => [
      [second, third][index],
      JSON.stringify({ [field]: first }),
      ...args(),
    ])
    expect(tally).toEqual({ done: 1, PT409: 1 })
  })
})

test('the group of a project is not moved over another move, by who was asked first either', async () => {
  const group = async (name: string) =>
    (await world.answer<{ id: number }>(owner, 'create_group($1, $2)', [id, name])).id
  const [first, second] = [await group('First'), await group('Second')]
  const call = 'public.move_project($1, $2, $3, $4)'
  const move = async (who: Person, to: number | null, seen: number | null, isConfirmed = true) => {
    const values = [projectId, to, isConfirmed, JSON.stringify({ group_id: seen })]
    const said = await world.said(who, call, values)
    if (said === 'allowed') await world.does(who, `select ${call}`, values)
    return said
  }
  expect(await move(admin, first, null)).toBe('allowed')
  expect(await move(owner, second, null)).toBe('second-admin changed this meanwhile.')
  expect(await move(owner, second, null, false)).toBe('second-admin changed this meanwhile.')
  expect(await move(owner, null, second)).toBe('second-admin changed this meanwhile.')
  expect(await move(owner, first, null)).toBe('allowed')
  const tally = await world.race([owner, admin], `select ${call}`, (index) => [
    projectId,
    [second, null][index],
    true,
    JSON.stringify({ group_id: first }),
  ])
  expect(tally).toEqual({ done: 1, PT409: 1 })
})

test('what somebody removed meanwhile is not brought back by who has seen it', async () => {
  const webhook = `public.set_audit_webhook($1, $2, p_secret => '${secret}', p_seen => $3)`
  const seen = JSON.stringify({ url: 'https://one.example/in' })
  await world.does(owner, `select ${webhook}`, [id, 'https://one.example/in', null])
  await world.does(admin, 'select public.delete_audit_webhook($1)', [id])
  expect(await world.said(owner, webhook, [id, 'https://one.example/in', seen])).toBe(
    'second-admin changed this meanwhile.',
  )
  const none = JSON.stringify({ url: null })
  expect(await world.said(owner, webhook, [id, 'https://one.example/in', none])).toBe('allowed')

  const domain = 'public.set_custom_domain($1, $2, $3)'
  await world.does(owner, `select ${domain}`, [id, 'gone.dialogs.example', null])
  await world.does(admin, 'select public.remove_custom_domain($1)', [id])
  const gone = JSON.stringify({ domain_name: 'gone.dialogs.example' })
  expect(await world.said(owner, domain, [id, 'next.dialogs.example', gone])).toBe(
    'second-admin changed this meanwhile.',
  )
  expect(await world.said(owner, domain, [id, 'next.dialogs.example', '{"domain_name": ""}'])).toBe('allowed')
})

test('who it was is who changed this one, not its neighbour', async () => {
  await world.does(owner, "select public.update_approved_domain($1, 'mine.example')", [domainId])
  await world.does(
    admin,
    "select public.update_approved_domain(d.id, p_role => 'guest') from public.approved_domains d where d.domain = 'neighbour.example'",
  )
  const said = await world.said(admin, 'public.update_approved_domain($1, $2, p_seen => $3)', [
    domainId,
    'theirs.example',
    '{"domain": "before.example"}',
  ])
  expect(said).toMatch(/ changed this meanwhile\.$/)
  expect(said).not.toMatch(/second-admin/)
})

test('a switch of an integration that was never set is off, and one that was taken away is set by nobody', async () => {
  const change = 'public.update_integration($1, p_config => $2, p_enabled => $3, p_seen => $4)'
  const saml = await anIntegration(world, { id, owner }, 'saml', settings.saml)
  const on = '{"disableRequestedAuthnContext": true}'
  const off = '{"disableRequestedAuthnContext": false}'
  expect(await world.said(owner, change, [saml, on, null, off])).toBe('allowed')
  await world.does(owner, `select ${change}`, [saml, on, null, off])
  // Somebody turned it on: who saw it off, and wants it off, is told.
  const none = '{"disableRequestedAuthnContext": null}'
  expect(await world.said(admin, change, [saml, none, null, off])).toMatch(/ changed this meanwhile\.$/)
  expect(await world.said(admin, change, [saml, none, null, on])).toBe('allowed')
  await world.does(owner, `select ${change}`, [saml, null, false, '{"enabled": true}'])
  expect(await world.said(admin, change, [saml, null, true, '{"enabled": true}'])).toMatch(
    / changed this meanwhile\.$/,
  )
})
