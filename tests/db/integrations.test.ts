// Sign-in integrations: who may change them, what they must say, and that there is always a way in.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anIntegration,
  certificateLike,
  person,
  refusal,
  sealed,
  service,
  settings,
  trail,
} from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspace: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  workspace = await world.aWorkspace('ways-in')
})
afterAll(() => world.end())

let number = 0
const freshWorkspace = (plan = 'enterprise') => world.aWorkspace(`ways-${++number}`, plan)
const builtinOf = async (workspaceId: number): Promise<number> => {
  const { rows } = await world.db.query(
    "select id from public.workspace_integrations where workspace_id = $1 and kind = 'builtin'",
    [workspaceId],
  )
  return Number(rows[0].id)
}
const update = (owner: Person, id: number, change: Record<string, unknown>) =>
  person(world, owner, 'update_integration', { p_integration_id: id, ...change })

describe('a new workspace', () => {
  test('lets people in by e-mail and password', async () => {
    const { rows } = await world.attempt(null, 'select * from public.login_integrations($1)', ['ways-in'])
    expect(rows).toMatchObject([
      { name: 'Built In', kind: 'builtin', flow: 'builtin', allow_user_register: true },
    ])
  })

  test('keeps its built-in integration', async () => {
    const refused = await refusal(
      person(world, workspace.owner, 'delete_integration', {
        p_integration_id: await builtinOf(workspace.id),
      }),
    )
    expect(refused.message).toBe('The built-in integration cannot be uninstalled.')
  })
})

/** From now on they act in a session that this integration's provider opened. */
async function signedInBy(who: Person, integrationId: number): Promise<void> {
  await world.db.query(
    `insert into private.sessions (session_id, auth_id, method, integration_id) values ($1, $1, 'provider', $2)
     on conflict (session_id) do update set method = 'provider', integration_id = $2`,
    [who.authId, integrationId],
  )
}

describe('the last enabled sign-in integration', () => {
  const last = 'This is the last enabled sign-in integration of this workspace. Enable another one first.'

  test('can be neither disabled nor closed for sign-in', async () => {
    const id = await builtinOf(workspace.id)
    for (const change of [{ p_enabled: false }, { p_allow_user_login: false }]) {
      expect(await refusal(update(workspace.owner, id, change))).toMatchObject({
        code: 'PT400',
        message: last,
      })
    }
  })

  test('can once there is another one, which then stays', async () => {
    const here = await freshWorkspace()
    const github = await anIntegration(world, here, 'github')
    await signedInBy(here.owner, github)
    await update(here.owner, await builtinOf(here.id), { p_enabled: false })
    expect((await refusal(update(here.owner, github, { p_allow_user_login: false }))).message).toBe(last)
    const removed = refusal(person(world, here.owner, 'delete_integration', { p_integration_id: github }))
    expect((await removed).message).toBe(last)
  })

  test('of the password is switched off by nobody who came in by password', async () => {
    const here = await freshWorkspace()
    const github = await anIntegration(world, here, 'github')
    const builtin = await builtinOf(here.id)
    expect(await refusal(update(here.owner, builtin, { p_enabled: false }))).toMatchObject({
      code: 'PT403',
      hint: 'ACTION_PROHIBITED',
    })
    await anIntegration(world, here, 'gitlab')
    await signedInBy(here.owner, github)
    await update(here.owner, builtin, { p_enabled: false })
    expect((await refusal(update(here.owner, github, { p_enabled: false }))).hint).toBe('ACTION_PROHIBITED')
  })

  test('stays when two are switched off at once', async () => {
    const here = await freshWorkspace()
    const github = await anIntegration(world, here, 'github')
    const builtin = await builtinOf(here.id)
    const other = await world.another()
    try {
      await world.db.query('begin')
      await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [github])
      const second = other
        .query('update public.workspace_integrations set enabled = false where id = $1', [builtin])
        .then(
          () => 'done',
          (error: Error) => error.message,
        )
      await world.db.query('commit')
      expect(await second).toBe(last)
    } finally {
      await other.end()
    }
  })
})

describe('the default IDP', () => {
  const saml = (here: { id: number; owner: Person }, n: number, more: Record<string, unknown> = {}) =>
    anIntegration(
      world,
      here,
      'saml',
      { ...settings.saml, entryPoint: `https://idp${n}.example.com/sso`, ...more },
      { p_name: `IDP ${n}` },
    )
  const defaults = async (workspaceId: number): Promise<number[]> => {
    const { rows } = await world.db.query(
      'select id from public.workspace_integrations where workspace_id = $1 and is_default_idp',
      [workspaceId],
    )
    return rows.map((row) => Number(row.id))
  }

  test('is the first one, moves as a whole, and cannot be left or removed while there are others', async () => {
    const here = await freshWorkspace()
    const first = await saml(here, 1)
    const second = await saml(here, 2)
    expect(await defaults(here.id)).toEqual([first])
    expect((await refusal(update(here.owner, first, { p_config: { defaultIdp: false } }))).message).toBe(
      'You must set another SAML integration as a default IDP provider before unsetting this one',
    )
    const removal = () => person(world, here.owner, 'delete_integration', { p_integration_id: first })
    expect((await refusal(removal())).message).toBe(
      'You must set another SAML integration as a default IDP provider',
    )
    await update(here.owner, second, { p_config: { defaultIdp: true } })
    expect(await defaults(here.id)).toEqual([second])
    await removal()
    await update(here.owner, second, { p_config: { defaultIdp: false } })
    expect(await defaults(here.id)).toEqual([second])
    await person(world, here.owner, 'delete_integration', { p_integration_id: second })
    expect(await defaults(here.id)).toEqual([])
  })

  test('is the new one when that asks to be', async () => {
    const here = await freshWorkspace()
    await saml(here, 1)
    const second = await saml(here, 2, { defaultIdp: true })
    expect(await defaults(here.id)).toEqual([second])
  })
})

test('the plan decides about own hosts, directories and SAML', async () => {
  const basic = await freshWorkspace('basic')
  await anIntegration(world, basic, 'gitlab')
  const custom = { p_config_type: 'custom', p_secrets: { clientSecret: sealed } }
  for (const attempt of [
    anIntegration.bind(null, world, basic, 'github', settings.github, custom),
    anIntegration.bind(null, world, basic, 'saml', settings.saml),
    anIntegration.bind(null, world, basic, 'ldap', settings.ldap, { p_secrets: { bindCredentials: sealed } }),
    anIntegration.bind(null, world, basic, 'azure_devops_server', {
      hostUrl: 'https://a.example.com',
      apiUrl: 'https://a.example.com',
    }),
  ]) {
    expect((await refusal(attempt())).code).toBe('PT402')
  }
})

describe('secrets', () => {
  test('go in sealed and come out for the service alone', async () => {
    const here = await freshWorkspace()
    const secrets = { bindCredentials: sealed }
    const id = await anIntegration(world, here, 'ldap', settings.ldap, { p_secrets: secrets })
    expect(await service(world, 'svc_integration', { p_integration_id: id })).toMatchObject({
      secrets,
      revision: expect.any(String),
    })
    for (const caller of [null, here.owner]) {
      for (const sql of [
        'select public.svc_integration($1)',
        'select ciphertext from private.secrets where $1 = $1',
      ]) {
        expect((await world.attempt(caller, sql, [id])).refused).toBe('42501')
      }
    }
    const seen = await world.attempt(
      here.owner,
      'select * from public.workspace_integrations where id = $1',
      [id],
    )
    expect(JSON.stringify(seen.rows)).not.toContain(sealed.ciphertext)
  })

  test('are refused in the open', async () => {
    const attempt = anIntegration(world, await freshWorkspace(), 'ldap', settings.ldap, {
      p_secrets: { bindCredentials: 'hunter2' },
    })
    expect((await refusal(attempt)).message).toBe('A secret is stored encrypted.')
  })

  test('are told of by their name alone', async () => {
    const here = await freshWorkspace()
    const id = await anIntegration(world, here, 'ldap', settings.ldap, {
      p_secrets: { bindCredentials: sealed },
    })
    await update(here.owner, id, { p_secrets: { bindCredentials: { ciphertext: 'bmV3', key_id: 'k1' } } })
    const [event] = await trail(world, here.id, 'workspace.integration.secret_changed')
    expect(event).toMatchObject({ metadata: { secret: 'bindCredentials', change: 'replaced' } })
    const { rows } = await world.db.query(
      'select metadata from public.activity_events where workspace_id = $1',
      [here.id],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toMatch(/bmV3|c2VhbGVk/)
  })
})

describe('the trail tells each setting', () => {
  const other = Buffer.from(certificateLike, 'base64').fill(7, 10).toString('base64')
  test.each<[string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>]>([
    [
      'ldap',
      {},
      {
        ...settings.ldap,
        url: 'ldaps://ldap.example.com',
        startTls: false,
        caCert: certificateLike,
        emailAttribute: 'mail',
        usernameAttribute: 'uid',
        firstNameAttribute: 'givenName',
        lastNameAttribute: 'sn',
      },
      {
        url: 'ldaps://other.example.com',
        bindDN: 'cn=other',
        searchBase: 'dc=other',
        searchFilter: '(cn={{username}})',
        startTls: true,
        caCert: other,
        emailAttribute: 'email',
        usernameAttribute: 'cn',
        firstNameAttribute: 'first',
        lastNameAttribute: 'last',
      },
    ],
    [
      'saml',
      {},
      {
        ...settings.saml,
        disableRequestedAuthnContext: false,
        allowIdpInitiated: false,
        idpIssuer: 'them',
        emailAttribute: 'mail',
        firstNameAttribute: 'givenName',
        lastNameAttribute: 'sn',
      },
      {
        entryPoint: 'https://idp.example.org/sso',
        identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        cert: other,
        issuer: 'another',
        callbackUrl: 'https://acme.example.org/acs',
        disableRequestedAuthnContext: true,
        allowIdpInitiated: true,
        idpIssuer: 'others',
        emailAttribute: 'email',
        firstNameAttribute: 'first',
        lastNameAttribute: 'last',
      },
    ],
    [
      'github',
      { p_config_type: 'custom', p_secrets: { clientSecret: sealed } },
      { ...settings.github, defaultVisibility: 'public' },
      {
        hostUrl: 'https://git.example.org',
        apiUrl: 'https://git.example.org/api/v3',
        clientId: 'another',
        defaultVisibility: 'private',
      },
    ],
  ])('of %s, with what it was', async (kind, more, before, after) => {
    const here = await freshWorkspace()
    const secrets = kind === 'ldap' ? { p_secrets: { bindCredentials: sealed } } : more
    const id = await anIntegration(world, here, kind, before, { ...more, ...secrets })
    // Of certificates, which may have been pasted with their key, the trail tells a digest.
    const told = (field: string, value: unknown) =>
      /^(cert|caCert)$/.test(field)
        ? `SHA-256 ${createHash('sha256').update(String(value)).digest('hex')}`
        : value
    const is = (side: 'old' | 'new', values: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(values).map(([field, value]) => [field, { [side]: told(field, value) }]),
      )
    const [created] = await trail(world, here.id, 'workspace.integration.created')
    expect(created).toMatchObject({ metadata: { changes: is('new', before) } })
    await update(here.owner, id, {
      p_config: after,
      p_secrets:
        kind === 'ldap' ? { bindCredentials: sealed } : kind === 'github' ? { clientSecret: sealed } : null,
    })
    const [changed] = await trail(world, here.id, 'workspace.integration.updated')
    expect(changed).toMatchObject({
      metadata: {
        changes: Object.fromEntries(
          Object.entries(after).map(([field, value]) => [
            field,
            { old: told(field, before[field]), new: told(field, value) },
          ]),
        ),
      },
    })
    await person(world, here.owner, 'delete_integration', { p_integration_id: id })
    const [deleted] = await trail(world, here.id, 'workspace.integration.deleted')
    expect(deleted).toMatchObject({ metadata: { changes: is('old', { ...before, ...after }) } })
  })
})

test('strangers learn nothing of an integration but how to sign in', async () => {
  const here = await freshWorkspace()
  const id = await anIntegration(world, here, 'ldap', settings.ldap, {
    p_secrets: { bindCredentials: sealed },
  })
  const stranger = workspace.owner
  expect((await world.attempt(null, 'select * from public.workspace_integrations')).refused).toBe('42501')
  expect(
    (await world.attempt(stranger, 'select 1 from public.workspace_integrations where id = $1', [id])).count,
  ).toBe(0)
  expect((await refusal(update(stranger, id, { p_name: 'Mine' }))).code).toBe('PT404')
  const offered = await world.attempt(null, 'select * from public.login_integrations($1)', [`ways-${number}`])
  expect(offered.rows.map((row) => Object.keys(row).sort())[1]).toEqual([
    'allow_user_login',
    'allow_user_register',
    'flow',
    'id',
    'is_default_idp',
    'kind',
    'name',
  ])
  // What is off, or signs nobody in, is no way in.
  for (const off of ['enabled', 'allow_user_login']) {
    await world.db.query(`update public.workspace_integrations set ${off} = false where id = $1`, [id])
    const { rows } = await world.attempt(null, 'select * from public.login_integrations($1)', [
      `ways-${number}`,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['builtin'])
    await world.db.query(`update public.workspace_integrations set ${off} = true where id = $1`, [id])
  }
})
