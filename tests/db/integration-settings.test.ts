// What a sign-in integration must say of itself: its settings, as each kind has them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, certificateLike, person, refusal, sealed, settings } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspace: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  workspace = await world.aWorkspace('settings-of')
})
afterAll(() => world.end())

let number = 0
const freshWorkspace = (plan = 'enterprise') => world.aWorkspace(`settings-${++number}`, plan)
const update = (owner: Person, id: number, change: Record<string, unknown>) =>
  person(world, owner, 'update_integration', { p_integration_id: id, ...change })

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
