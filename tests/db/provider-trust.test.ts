// Whose word about an address counts beyond its own workspace: exactly what the operator meant, in every spelling.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, refusal, sealed } from './support/identity.ts'
import { aWorld, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await trust([
    { kind: 'gitlab', hostUrl: 'https://git.corp.test', apiUrl: 'https://git.corp.test/api/v4' },
    { kind: 'bitbucket_cloud', hostUrl: 'https://bitbucket.org', apiUrl: 'https://api.bitbucket.org/2.0' },
    { kind: 'ldap', hostUrl: 'ldaps://dir.corp.test', apiUrl: '' },
  ])
})
afterAll(() => world.end())

const trust = (providers: object[]) =>
  world.db.query('select private.set_trusted_providers($1)', [JSON.stringify(providers)])

/** Whether settings are trusted just as they lie in a row, also in one from before they were checked. */
async function isTrusted(kind: string, config: object | null, type: string | null = 'custom') {
  const { rows } = await world.db.query('select private.provider_is_trusted($1, $2, $3) as answer', [
    kind,
    type,
    config && JSON.stringify(config),
  ])
  return rows[0].answer
}
async function normal(address: string | null, isBase = true): Promise<string | null> {
  const { rows } = await world.db.query('select private.normal_address($1, $2) as answer', [address, isBase])
  return rows[0].answer
}

const host = 'https://git.corp.test'
const api = `${host}/api/v4`

/** Spellings of a trusted address that lead, or may lead, somewhere else. None is ever stored. */
const odd = [
  'https://git.corp.test?',
  'https://git.corp.test?x',
  'https://git.corp.test/api/v4?next=',
  'https://git.corp.test/api/v4#',
  'https://git.corp.test/me/raw/me.json#',
  'https://git.corp.test#@evil.test',
  'https://git.corp.test\\',
  'https://git.corp.test\\@evil.test',
  'https://git.corp.test\\.evil.test',
  'https:\\\\git.corp.test',
  'https:/\\git.corp.test',
  'https://git.corp.test@evil.test',
  'https://git.corp.test:x@evil.test',
  'https://user@git.corp.test',
  'https://user:password@git.corp.test',
  'https://@git.corp.test',
  'https://:@git.corp.test',
  'https:git.corp.test',
  'https:/git.corp.test',
  'https:///git.corp.test',
  'https//git.corp.test',
  '//git.corp.test',
  'git.corp.test',
  ' https://git.corp.test',
  'https://git.corp.test ',
  'https://git.corp.test\n',
  'https://git.corp.test\t.evil.test',
  'ht\ntps://git.corp.test',
  'https://git.corp\u00ad.test',
  'https://git.corp.test.',
  'https://git.corp..test',
  'https://.git.corp.test',
  'https://-git.corp.test',
  'https://git.corp.test:',
  'https://git.corp.test:0',
  'https://git.corp.test:0443',
  'https://git.corp.test:65536',
  'https://git.corp.test:443:443',
  'https://git.corp.test:44e1',
  'https://gіt.corp.test',
  'https://git。corp.test',
  'https://ｇit.corp.test',
  'https://g%69t.corp.test',
  'https://git.corp.test%2f.evil.test',
  'https://git.corp.test/../evil',
  'https://git.corp.test/api/v4/..',
  'https://git.corp.test/api/./v4',
  'https://git.corp.test/api/%2e%2E/v4',
  'https://git.corp.test/api%2fv4',
  'https://git.corp.test/api/v4%3f',
  'https://git.corp.test/api/v4%23',
  'https://git.corp.test/api%5cv4',
  'https://git.corp.test//api/v4',
  'https://git.corp.test/api/v4/%00',
  'https://git.corp.test/api/%zz',
  'https://2130706433',
  'https://0x7f.1',
  'https://0177.0.0.1',
  'https://127.1',
  'https://127.0.0.256',
  'https://[::1',
  'https://[::zz]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:7f00:1]',
  'javascript:alert(1)',
  'file://git.corp.test/etc',
  'ftp://git.corp.test',
  'https://',
  '',
]

test(`${odd.length} odd spellings are no addresses and are trusted in no place`, async () => {
  expect(odd.length).toBeGreaterThanOrEqual(60)
  const wrong: string[] = []
  for (const spelling of odd) {
    const answers = [
      await isTrusted('gitlab', { hostUrl: spelling, apiUrl: api }),
      await isTrusted('gitlab', { hostUrl: host, apiUrl: spelling }),
      await isTrusted('ldap', { url: spelling.replace('https', 'ldaps') }),
    ]
    if ((await normal(spelling)) !== null || answers.some((answer) => answer !== false)) wrong.push(spelling)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['HTTPS://Git.Corp.Test/', host],
  ['Https://git.corp.test:443/', host],
  ['https://git.corp.test:8443/', 'https://git.corp.test:8443'],
  ['HTTP://127.0.0.1:5350', 'http://127.0.0.1:5350'],
  ['LDAPS://Dir.Corp.Test:636/', 'ldaps://dir.corp.test'],
  [
    'https://xn--gt-lka.corp.test/tfs/Default%20Collection',
    'https://xn--gt-lka.corp.test/tfs/Default%20Collection',
  ],
  ['https://[2001:DB8:0:0::1]:443', 'https://[2001:db8::1]'],
])('%s is kept as %s', async (typed, kept) => {
  expect([await normal(typed), await normal(kept)]).toEqual([kept, kept])
})

test('a page of an identity provider keeps its query', async () => {
  expect(await normal('HTTPS://IdP.test/sso/?tenant=A', false)).toBe('https://idp.test/sso/?tenant=A')
  expect(await normal('https://idp.test/sso#x', false)).toBeNull()
})

describe('what counts', () => {
  test('is exactly what the operator listed', async () => {
    expect(await isTrusted('gitlab', { hostUrl: host, apiUrl: api })).toBe(true)
    expect(await isTrusted('ldap', { url: 'ldaps://dir.corp.test' })).toBe(true)
    expect(await isTrusted('ldap', { url: 'ldaps://dir.corp.test', emailAttribute: 'Mail' })).toBe(true)
  })

  test.each<[string, string, object | null]>([
    ['another kind', 'github', { hostUrl: host, apiUrl: api }],
    ['a file of a trusted host', 'gitlab', { hostUrl: host, apiUrl: `${host}/evil/raw/main` }],
    ['another path', 'gitlab', { hostUrl: host, apiUrl: `${api}/projects/1` }],
    ['the API of another host', 'gitlab', { hostUrl: host, apiUrl: 'https://evil.test/api/v4' }],
    ['upper case from before it was checked', 'gitlab', { hostUrl: 'HTTPS://git.corp.test', apiUrl: api }],
    ['plain text', 'gitlab', { hostUrl: 'http://git.corp.test', apiUrl: api }],
    ['another port', 'gitlab', { hostUrl: `${host}:8443`, apiUrl: api }],
    ['no API', 'gitlab', { hostUrl: host }],
    ['no addresses', 'bitbucket_cloud', {}],
    ['null for settings', 'gitlab', null],
    ['a number', 'gitlab', { hostUrl: 1, apiUrl: api }],
    ['the directory without TLS', 'ldap', { url: 'ldap://dir.corp.test' }],
    [
      'an attribute that people write themselves',
      'ldap',
      { url: 'ldaps://dir.corp.test', emailAttribute: 'description' },
    ],
    [
      'a file at Bitbucket',
      'bitbucket_cloud',
      { hostUrl: 'https://bitbucket.org', apiUrl: 'https://bitbucket.org/me/repo/raw/HEAD/me.json#' },
    ],
    ['a tenant of one’s own', 'azure_devops_services', { clientId: 'x', tenantId: 'y' }],
    ['SAML', 'saml', { entryPoint: host }],
    ['a kind nobody knows', 'gitea', { hostUrl: host, apiUrl: api }],
  ])('is not %s', async (_what, kind, config) => {
    expect(await isTrusted(kind, config)).toBe(false)
  })

  test.each([
    ['github', 'default', true],
    ['gitlab', 'default', true],
    ['bitbucket_cloud', 'default', true],
    ['azure_devops_services', 'default', false],
    ['bitbucket_data_center', 'default', false],
    ['ldap', 'default', false],
    ['saml', 'default', false],
    ['github', null, false],
    ['github', 'Default', false],
  ])('%s in the configuration %s: %s', async (kind, type, expected) => {
    expect(await isTrusted(kind, {}, type)).toBe(expected)
  })

  test('is never Azure’s word, not even where one company runs all of it', async () => {
    await world.db.query("update private.deployment set mode = 'single_tenant'")
    try {
      expect(await isTrusted('azure_devops_services', {}, 'default')).toBe(false)
      expect(await isTrusted('saml', {})).toBe(true)
    } finally {
      await world.db.query("update private.deployment set mode = 'multi_tenant'")
    }
  })
})

describe('the operator’s list', () => {
  test.each([
    [{ kind: 'gitlab', hostUrl: 'https://git.test', apiUrl: '' }],
    [{ kind: 'gitlab', hostUrl: 'git.test', apiUrl: 'https://git.test' }],
    [{ kind: 'gitlab', hostUrl: 'https://git.test?', apiUrl: 'https://git.test' }],
    [{ kind: 'ldap', hostUrl: 'https://git.test', apiUrl: '' }],
    [{ kind: 'ldap', hostUrl: 'ldaps://dir.test', apiUrl: 'https://git.test' }],
    [{ kind: 'azure_devops_server', hostUrl: 'https://tfs.test', apiUrl: 'https://tfs.test' }],
    [{ kind: 'saml', hostUrl: 'https://idp.test', apiUrl: 'https://idp.test' }],
    [{ hostUrl: 'https://git.test', apiUrl: 'https://git.test' }],
  ])('with %j is refused as a whole', async (entry) => {
    const good = { kind: 'gitlab', hostUrl: 'https://new.test', apiUrl: 'https://new.test/api' }
    expect((await refusal(trust([good, entry]))).message).toMatch(/^WAYMARK_TRUSTED_PROVIDERS lists "/)
    expect(await isTrusted('gitlab', { hostUrl: host, apiUrl: api })).toBe(true)
    expect(await isTrusted('gitlab', good)).toBe(false)
  })
})

describe('an integration', () => {
  const own = { hostUrl: 'HTTPS://Git.Own.test:443/', apiUrl: 'Https://git.own.test/api/', clientId: 'x' }
  const custom = { p_config_type: 'custom', p_secrets: { clientSecret: sealed } }

  test('keeps its addresses in the one spelling, when made and when changed', async () => {
    const here = await world.aWorkspace('spelling')
    const id = await anIntegration(world, here, 'github', own, custom)
    const configOf = async () =>
      (await world.db.query('select config from public.workspace_integrations where id = $1', [id])).rows[0]
        .config
    const inOneSpelling = { hostUrl: 'https://git.own.test', apiUrl: 'https://git.own.test/api' }
    expect(await configOf()).toMatchObject(inOneSpelling)
    const write = (config: object) =>
      world.db.query('update public.workspace_integrations set config = $2 where id = $1', [
        id,
        JSON.stringify(config),
      ])
    await write(own)
    expect(await configOf()).toMatchObject(inOneSpelling)
    await expect(write({ ...own, apiUrl: 'https://git.own.test/api?x' })).rejects.toMatchObject({
      constraint: 'check_workspace_integrations_config',
    })
  })

  test.each(odd.filter((spelling) => spelling.trim() !== ''))('is refused for %j', async (spelling) => {
    const { rows } = await world.db.query(
      "select private.integration_config_problem('github', 'custom', $1) as wrong",
      [JSON.stringify({ ...own, apiUrl: spelling })],
    )
    expect(rows[0].wrong).toEqual({ field: 'apiUrl', reason: 'address_invalid' })
  })
})
