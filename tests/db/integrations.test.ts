// Sign-in integrations: who may change them, what they must say, and that there is always a way in.
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

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`

describe('settings', () => {
  const create = (kind: string, config: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    person(world, workspace.owner, 'create_integration', {
      p_workspace_id: workspace.id,
      p_name: `Try ${++number}`,
      p_kind: kind,
      p_config: config,
      ...more,
    })
  const { clientId: _, ...withoutClient } = settings.github
  const { cert: __, ...withoutCert } = settings.saml

  test.each<[string, string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['a client id', 'github', withoutClient, { p_config_type: 'custom' }, 'Required'],
    ['a client secret', 'github', settings.github, { p_config_type: 'custom' }, 'Required'],
    ['a certificate', 'saml', withoutCert, {}, 'Required'],
    ['a bind password', 'ldap', settings.ldap, {}, 'Required'],
    ['a host', 'azure_devops_server', {}, {}, 'Required'],
    ['a host', 'bitbucket_data_center', { apiUrl: 'https://b.example.com' }, {}, 'Required'],
  ])('need %s for %s', async (_what, kind, config, more, message) => {
    expect(await refusal(create(kind, config, more))).toMatchObject({ code: 'PT400', message })
  })

  test.each([
    ['a stump', 'MIIB'],
    ['a stump in PEM', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
    ['something behind it', `${certificateLike}x`],
    ['bytes that are no DER', Buffer.alloc(260, 7).toString('base64')],
    ['DER of something else', certificateLike.replace(/^MI/, 'MY')],
    ['one that was cut off', `${certificateLike.slice(0, -8)}`],
    ['a key', `-----BEGIN PRIVATE KEY-----\n${certificateLike}\n-----END PRIVATE KEY-----`],
    ['a second one that is none', `${pem(certificateLike)}\n${pem('MIIB')}`],
  ])('of SAML take no certificate that is %s', async (_what, cert) => {
    expect(await refusal(create('saml', { ...settings.saml, cert }))).toMatchObject({
      code: 'PT400',
      message: 'Must be a valid X.509 certificate.',
    })
  })

  test('of SAML take one certificate or several, bare or in PEM', async () => {
    const wrapped = certificateLike.replace(/.{64}/g, '$&\n')
    for (const cert of [
      certificateLike,
      pem(wrapped),
      `Subject: idp\n${pem(wrapped)}\n${pem(certificateLike)}\n`,
    ]) {
      const entryPoint = `https://idp-${++number}.example.com/sso`
      await create('saml', { ...settings.saml, entryPoint, cert })
    }
  })

  test('that were written before addresses had one spelling get it when they are loaded', async () => {
    const load = (hostUrl: string) =>
      world.db.query(
        `insert into public.workspace_integrations (workspace_id, name, kind, config_type, config) values ($1, $2, 'gitlab', 'custom', $3)
         returning config ->> 'hostUrl' as host`,
        [
          workspace.id,
          `Loaded ${++number}`,
          { hostUrl, apiUrl: `https://api-${number}.example.com`, clientId: 'x' },
        ],
      )
    expect((await load('HTTPS://Git-Before.Example.COM:443/')).rows).toEqual([
      { host: 'https://git-before.example.com' },
    ])
    await expect(load('https://user:secret@git.example.com')).rejects.toMatchObject({
      constraint: 'check_workspace_integrations_config',
    })
  })

  test.each<[Record<string, unknown>, string]>([
    [{ url: 'http://ldap.example.com' }, 'Must be a valid URL.'],
    [{ url: 'ldap://user:password@ldap.example.com' }, 'Must be a valid URL.'],
    [{ bindCredentials: 'hunter2' }, 'This provider has no such setting.'],
    [{ startTls: 'yes' }, 'This value is not valid.'],
    [{ searchFilter: { nested: true } }, 'This value is not valid.'],
  ])('of a directory cannot be %j', async (wrong, message) => {
    const secrets = { bindCredentials: sealed }
    const refused = await refusal(create('ldap', { ...settings.ldap, ...wrong }, { p_secrets: secrets }))
    expect(refused).toMatchObject({ code: 'PT400', message })
  })

  test('that pass by the calls meet the constraint', async () => {
    const attempt = world.db.query(
      `insert into public.workspace_integrations (workspace_id, name, kind, config) values ($1, 'Sly', 'github', '{"clientSecret": "x"}')`,
      [workspace.id],
    )
    await expect(attempt).rejects.toMatchObject({ constraint: 'check_workspace_integrations_config' })
  })

  test('are merged: what is absent stays, null goes, the secret stays', async () => {
    const id = await anIntegration(world, await freshWorkspace(), 'github', settings.github, {
      p_config_type: 'custom',
      p_secrets: { clientSecret: sealed },
    })
    const { rows } = await world.db.query(
      `select m.user_id, u.auth_id from public.workspace_integrations i join public.workspace_members m on m.workspace_id = i.workspace_id
       join public.users u on u.id = m.user_id where i.id = $1`,
      [id],
    )
    const owner = { id: Number(rows[0].user_id), authId: rows[0].auth_id }
    await update(owner, id, { p_config: { defaultVisibility: 'internal' } })
    const changed = await update(owner, id, { p_config: { clientId: 'other', defaultVisibility: null } })
    expect(changed).toMatchObject({
      config: { ...settings.github, clientId: 'other' },
      has_secrets: true,
    })
    expect(Object.keys((changed as { config: object }).config)).not.toContain('defaultVisibility')
  })

  test.each([
    ['name', 'workspace_integrations_workspace_id_name_key', { p_name: 'Our github' }, settings.github],
    [
      'host',
      'workspace_integrations_host_url_key',
      {},
      { ...settings.github, apiUrl: 'https://other.example.com', hostUrl: 'https://GIT.example.com/' },
    ],
    [
      'API',
      'workspace_integrations_api_url_key',
      {},
      { ...settings.github, hostUrl: 'https://other.example.com' },
    ],
  ])('of the same %s are there once', async (_what, constraint, more, config) => {
    const here = await freshWorkspace()
    const custom = { p_config_type: 'custom', p_secrets: { clientSecret: sealed } }
    await anIntegration(world, here, 'github', settings.github, custom)
    const second = anIntegration(world, here, 'github', config, { ...custom, p_name: 'Second', ...more })
    await expect(second).rejects.toMatchObject({ constraint })
  })

  test('of the same SAML entry point are there once', async () => {
    const here = await freshWorkspace()
    await anIntegration(world, here, 'saml', settings.saml)
    const second = anIntegration(world, here, 'saml', settings.saml, { p_name: 'Second' })
    await expect(second).rejects.toMatchObject({ constraint: 'workspace_integrations_entry_point_key' })
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

  test('leave no trace on the trail', async () => {
    const here = await freshWorkspace()
    const id = await anIntegration(world, here, 'ldap', settings.ldap, {
      p_secrets: { bindCredentials: sealed },
    })
    await update(here.owner, id, {
      p_config: { bindDN: 'cn=other' },
      p_secrets: { bindCredentials: { ciphertext: 'bmV3', key_id: 'k1' } },
    })
    const [event] = await trail(world, here.id, 'workspace.integration.updated')
    expect(event).toMatchObject({ metadata: { kind: 'ldap', changed: ['bindDN'] } })
    expect(JSON.stringify(event)).not.toMatch(/cn=other|bmV3/)
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
