// Hosts that answer what no host should: nothing of it is believed, and nothing ends as an exception.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gitKinds } from '../../../supabase/functions/_shared/domain/git-hosts.ts'
import { gitClient, renewGrant } from '../../../supabase/functions/_shared/git/client.ts'
import type { ProviderSettings } from '../../../supabase/functions/_shared/git/provider.ts'
import { startGithub } from '../../doubles/git-hosts.ts'
import { reasonIn, valueIn } from './hosts.ts'

process.env.WAYMARK_ALLOW_HTTP_PROVIDERS = '1'

let answer: (res: ServerResponse, path: string) => void
const asked: string[] = []
const server = createServer((req, res) => {
  asked.push(req.url ?? '')
  answer(res, req.url ?? '')
})
const elsewhere = createServer((req, res) => {
  asked.push(`elsewhere ${req.headers.authorization}`)
  res.end('{}')
})
const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`
beforeAll(async () => {
  for (const one of [server, elsewhere])
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const one of [server, elsewhere]) {
    one.closeAllConnections()
    one.close()
  }
})
beforeEach(() => {
  asked.length = 0
})

const ref = { externalOrgSlug: 'acme', externalSlug: 'orders' }

function settingsOf(kind: ProviderSettings['kind']): ProviderSettings {
  const url = addressOf(server)
  return { kind, hostUrl: url, apiUrl: url, clientId: 'c', clientSecret: 's', redirectUrl: '' }
}

const clientOf = (kind: ProviderSettings['kind']) =>
  gitClient(settingsOf(kind), { type: 'oauth', accessToken: 'secret-token' })

const json = (body: unknown) => (res: ServerResponse) =>
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const strange: [string, (res: ServerResponse) => void][] = [
  ['null', json(null)],
  ['a text', json('fine')],
  ['an empty list', json([])],
  ['an object without anything', json({})],
  ['lists where objects should be', json({ value: [[]], values: [[]], items: [[]] })],
  ['no JSON', (res) => res.end('<html>')],
  ['nothing', (res) => res.end()],
  ['more than anybody reads', (res) => res.end(`"${'x'.repeat(17 * 1024 * 1024)}"`)],
  [
    'half an answer',
    (res) => void res.writeHead(200, { 'content-length': '10' }).write('{', () => res.destroy()),
  ],
  ['a failure', (res) => res.writeHead(500).end()],
  ['a redirect without an address', (res) => res.writeHead(302).end()],
]

describe.each(gitKinds)('%s', (kind) => {
  it.each(strange)('that answers %s', async (_what, given) => {
    answer = given
    const client = clientOf(kind)
    const org = kind.startsWith('azure') ? 'contoso/Fabrikam' : 'acme'
    for (const outcome of [
      await client.repository({ ...ref, externalOrgSlug: org }),
      await client.branch({ ...ref, externalOrgSlug: org }, 'main'),
      await client.user(),
    ])
      expect(['malformed', 'unreachable', 'reconnect', 'not_found']).toContain(reasonIn(outcome))
  })

  it('that leads elsewhere is not followed there with the token', async () => {
    answer = (res) => res.writeHead(302, { location: addressOf(elsewhere) }).end()
    const org = kind.startsWith('azure') ? 'contoso/Fabrikam' : 'acme'
    expect(reasonIn(await clientOf(kind).repository({ ...ref, externalOrgSlug: org }))).toBe('unreachable')
    expect(asked.filter((one) => one.startsWith('elsewhere'))).toEqual([])
  })

  it('without an address of its own is refused by name', async () => {
    for (const hostUrl of ['', 'nowhere', 'https://a?b', 'javascript:alert(1)']) {
      const client = gitClient(
        { ...settingsOf(kind), hostUrl, apiUrl: hostUrl },
        { type: 'oauth', accessToken: 'x' },
      )
      expect(['unreachable', 'invalid']).toContain(
        reasonIn(await client.repositoryByUrl('https://a/b/_git/c')),
      )
      expect(['unreachable', 'not_supported']).toContain(
        reasonIn(await renewGrant({ ...settingsOf(kind), hostUrl }, 'r')),
      )
    }
    expect(asked).toEqual([])
  })
})

describe('github', () => {
  const repository = (more: object) => ({
    id: 7,
    name: 'orders',
    owner: { id: 1, login: 'acme' },
    description: 'd'.repeat(5000),
    private: true,
    default_branch: 'main',
    clone_url: `${settingsOf('github').hostUrl}/acme/orders.git`,
    ssh_url: 'git@127.0.0.1:acme/orders.git',
    html_url: `${settingsOf('github').hostUrl}/acme/orders`,
    stargazers_count: 1,
    ...more,
  })

  it('what it says is cut and cleaned', async () => {
    const { hostUrl } = settingsOf('github')
    answer = json(
      repository({ clone_url: hostUrl.replace('//', '//x:token@'), ssh_url: 'javascript:alert(1)' }),
    )
    const found = valueIn(await clientOf('github').repository(ref))
    expect([found.description.length, found.remoteUrlHttp, found.remoteUrlSsh]).toEqual([250, hostUrl, null])
  })

  it.each([
    ['clone_url', 'https://evil.example/acme/orders.git'],
    ['clone_url', 'file:///etc/passwd'],
    ['html_url', 'javascript:alert(1)'],
    ['name', 'a\u0000b'],
    ['default_branch', 'x'.repeat(600)],
  ])('a %s of %j is not believed', async (field, value) => {
    answer = json(repository({ [field]: value }))
    expect(reasonIn(await clientOf('github').repository(ref))).toBe('malformed')
  })

  it('a list goes on only by a parameter of what its Link header says', async () => {
    const pages = [
      '<https://evil.example/steal?page=2&token=x>; rel="next"',
      '<x>; rel="prev"',
      'nonsense',
      '',
    ]
    answer = (res) => res.writeHead(200, { link: pages.shift() ?? '' }).end('[]')
    const client = clientOf('github')
    const first = valueIn(await client.organizations())
    valueIn(await client.organizations(first.next))
    expect(asked.map((url) => new URL(url, 'http://x').search)).toEqual([
      '?per_page=100',
      '?per_page=100&page=2',
    ])
    expect(valueIn(await client.organizations()).next).toBeNull()
  })

  it('a renamed repository is found by its old name, in reads of its content too', async () => {
    const host = await startGithub([])
    try {
      host.state.addOrganization('acme')
      host.state.rename(host.state.addRepository('acme', 'orders', { files: { 'a.md': 'a' } }), 'bookings')
      const settings = { ...settingsOf('github'), hostUrl: host.url, apiUrl: `${host.url}/api/v3` }
      const client = gitClient(settings, { type: 'oauth', accessToken: host.grant().accessToken })
      expect(valueIn(await client.repository(ref)).externalSlug).toBe('bookings')
    } finally {
      await host.close()
    }
  })

  it.each([
    [{ 'retry-after': '17' }, 429, 17],
    [{ 'retry-after': '9999999' }, 429, 60],
    [{ 'retry-after': '99999' }, 429, 3600],
    [{ 'retry-after': 'soon' }, 429, 60],
    [{ 'retry-after': '5' }, 403, 5],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' }, 403, 1],
  ])('a limit with %j and %i waits %i seconds', async (headers, status, seconds) => {
    answer = (res) => res.writeHead(status, headers).end('{}')
    const outcome = await clientOf('github').user()
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'rate_limited', retryAfter: seconds } })
  })
})
