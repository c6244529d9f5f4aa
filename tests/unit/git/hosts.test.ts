// One contract for the six kinds of Git hosts: whatever a project needs of one, each kind does it, or says that it
// cannot. The hosts are strict doubles with real repositories.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gitCapabilities } from '../../../supabase/functions/_shared/domain/git-hosts.ts'
import { type GitClient, gitClient, renewGrant } from '../../../supabase/functions/_shared/git/client.ts'
import type {
  GitOrganization,
  GitRepository,
  GitTree,
  Page,
} from '../../../supabase/functions/_shared/git/model.ts'
import type { Repository } from '../../doubles/git/state.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import { clientOf, kinds, reasonIn, settingsOf, valueIn } from './hosts.ts'

process.env.WAYMARK_ALLOW_HTTP_PROVIDERS = '1'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (content: Uint8Array) => new TextDecoder().decode(content)
const files = {
  'README.md': '# Orders\n',
  'reference/orders.yaml': 'openapi: 3.1.0\n',
  'docs/Größe & Maß.md': 'ü\n',
}

describe.each(kinds)('$kind', (kind) => {
  const can = gitCapabilities[kind.kind]
  let host: GitHostDouble
  let client: GitClient
  let double: Repository
  let orders: GitRepository
  beforeAll(async () => {
    host = await kind.start()
    host.state.addOrganization(kind.org, 'Acme')
    double = host.state.addRepository(kind.org, 'orders', { files })
    client = clientOf(kind, host)
    orders = valueIn(await client.repository({ externalOrgSlug: kind.org, externalSlug: 'orders' }))
  })
  afterAll(() => host.close())

  it('says who calls', async () => {
    expect(valueIn(await client.user()).id).not.toBe('')
  })

  it('lists organisations in pages, each once', async () => {
    const [account = ''] = kind.org.split('/')
    const slugs = Array.from({ length: 130 }, (_, index) =>
      kind.org.includes('/') ? `${account}/team-${index}` : `TEAM${index}`,
    )
    for (const slug of slugs) host.state.addOrganization(slug)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Page<GitOrganization> = valueIn(await client.organizations(cursor))
      expect(page.items.length).toBeLessThanOrEqual(100)
      found.push(...page.items.map(({ slug }) => slug))
      cursor = page.next
    } while (cursor !== null)
    expect(found.toSorted()).toEqual([kind.org, ...slugs].toSorted())
    expect(valueIn(await client.organization(kind.org)).slug).toBe(kind.org)
    expect(reasonIn(await client.organization(`${account}/no-such`))).toBe('not_found')
  })

  it('lists and searches the repositories of an organisation in pages', async () => {
    const org = kind.org.includes('/') ? `${kind.org.split('/')[0]}/many` : 'MANY'
    host.state.addOrganization(org)
    for (let index = 0; index < 101; index++) host.state.addRepository(org, `service-${index}`)
    host.state.addRepository(org, 'invoices')
    const first = valueIn(await client.repositories({ organization: org }))
    const second = valueIn(await client.repositories({ organization: org, cursor: first.next }))
    expect([first.items.length, second.items.length, second.next]).toEqual([100, 2, null])
    const names = new Set([...first.items, ...second.items].map(({ externalSlug }) => externalSlug))
    expect(names.size).toBe(102)
    const searched = valueIn(await client.repositories({ organization: org, search: 'invoi"*' }))
    expect(searched.items.map(({ name }) => name)).toEqual(['invoices'])
  })

  it.runIf(kind.own)('lists the caller’s own repositories', async () => {
    const own = kind.own?.(host) ?? ''
    host.state.addRepository(own, 'mine', { files })
    const listed = valueIn(await client.repositories({ organization: null }))
    const searched = valueIn(await client.repositories({ organization: null, search: 'min' }))
    expect([listed, searched].map(({ items }) => items.map(({ name }) => name))).toEqual([['mine'], ['mine']])
  })

  it.skipIf(kind.own)('says that there are none outside of organisations', async () => {
    expect(can.ownRepositories).toBe(false)
    expect(reasonIn(await client.repositories({ organization: null }))).toBe('not_supported')
  })

  it.each([
    ['nonsense', 'not base64 §'],
    ['an address', Buffer.from('https://evil.example/?page=2').toString('base64url')],
    ['too long', 'a'.repeat(5000)],
  ])('a cursor that is %s leads nowhere else', async (_what, cursor) => {
    const before = host.calls.length
    const outcome = await client.repositories({ organization: kind.org, cursor })
    if (outcome.ok) expect(outcome.value.items.length).toBeLessThanOrEqual(100)
    else expect(['invalid', 'malformed', 'unreachable']).toContain(outcome.failure.reason)
    expect(host.calls.slice(before).every(({ url }) => !url.includes('evil.example/?'))).toBe(true)
  })

  it('knows a repository by its id after a rename, and by address in all spellings', async () => {
    expect(orders).toMatchObject({
      externalOrgSlug: kind.org,
      externalSlug: 'orders',
      externalId: expect.stringMatching(/./),
      defaultBranch: 'main',
      visibility: 'private',
    })
    expect(new URL(orders.remoteUrlHttp)).toMatchObject({ username: '', password: '', origin: host.url })
    for (const form of kind.forms(host.url, double)) {
      const found = valueIn(await client.repositoryByUrl(form))
      expect([form, found.externalId]).toEqual([form, orders.externalId])
    }
    const moving = host.state.addRepository(kind.org, 'before', { files })
    const known = valueIn(await client.repository({ externalOrgSlug: kind.org, externalSlug: 'before' }))
    host.state.rename(moving, 'after')
    if (kind.kind !== 'bitbucket_data_center')
      expect(valueIn(await client.repository(known)).externalSlug).toBe('after')
  })

  it.each([
    'https://evil.example/acme/orders',
    'http://127.0.0.1:1/acme/orders',
    'git@evil.example:acme/orders.git',
    'file:///etc/passwd',
    'ssh://-oProxyCommand=x/acme/orders',
    'https://',
    'orders',
    `x${'y'.repeat(3000)}`,
  ])('asks nobody about %s', async (url) => {
    const before = host.calls.length
    expect(reasonIn(await client.repositoryByUrl(url))).toBe('invalid')
    expect(host.calls.length).toBe(before)
  })

  it('reads no address out of a name', async () => {
    const named = async (externalSlug: string) =>
      reasonIn(await client.repository({ externalOrgSlug: kind.org, externalSlug }))
    for (const name of ['../../user', 'a?b#c', 'a%2e%2e', 'a b']) expect(await named(name)).toBe('not_found')
    const before = host.calls.length
    // GitLab takes the whole path as one segment, which these are no steps in.
    for (const step of ['..', '.', '']) if (kind.kind !== 'gitlab') expect(await named(step)).toBe('invalid')
    expect(reasonIn(await client.organization('..'))).toBe('invalid')
    expect(host.calls.length).toBe(before)
  })

  it('makes a repository that has a first commit', async () => {
    const request = {
      organization: kind.org,
      name: 'new-api',
      slug: 'new-api',
      visibility: 'private',
    } as const
    const made = valueIn(await client.createRepository(request))
    expect(made).toMatchObject({ externalOrgSlug: kind.org, externalSlug: 'new-api', defaultBranch: 'main' })
    const { commit } = valueIn(await client.branch(made, 'main'))
    expect(text(valueIn(await client.blob(made, commit, 'README.md')))).toContain('# new-api')
    expect(['conflict', 'invalid']).toContain(reasonIn(await client.createRepository(request)))
  })

  it('lists branches in pages, and one by its name', async () => {
    const repo = host.state.addRepository(kind.org, 'branches', { files })
    const head = repo.bare.head('main') ?? ''
    const made = Array.from({ length: 104 }, (_, index) => `create refs/heads/feature/b-${index} ${head}\n`)
    repo.bare.git(['update-ref', '--stdin'], { input: made.join('') })
    const ref = { externalOrgSlug: kind.org, externalSlug: 'branches' }
    const first = valueIn(await client.branches(ref))
    const second = valueIn(await client.branches(ref, first.next))
    expect([first.items.length, second.items.length, second.next]).toEqual([100, 5, null])
    expect(valueIn(await client.branch(ref, 'feature/b-7'))).toEqual({ name: 'feature/b-7', commit: head })
    expect(reasonIn(await client.branch(ref, 'feature/b'))).toBe('not_found')
    for (const name of ['', '..', 'a b', '-x', 'a..b', 'x.lock', '@{1}', 'a\nb'])
      expect(reasonIn(await client.branch(ref, name))).toBe('invalid')
  })

  it('reads trees in pages, and files as they are', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 130 }, (_, index) => [`models/m-${index}.json`, '{}']),
    )
    const repo = host.state.addRepository(kind.org, 'tree', { files: { ...files, ...many } })
    const ref = { externalOrgSlug: kind.org, externalSlug: 'tree' }
    const commit = repo.bare.head('main') ?? ''
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: GitTree = valueIn(await client.tree(ref, commit, cursor))
      expect(page.truncated).toBe(false)
      found.push(...page.items.filter(({ type }) => type === 'file').map(({ path }) => path))
      cursor = page.next
    } while (cursor !== null)
    expect(found.toSorted()).toEqual([...Object.keys(files), ...Object.keys(many)].toSorted())
    expect(text(valueIn(await client.blob(ref, commit, 'docs/Größe & Maß.md')))).toBe('ü\n')
    expect(reasonIn(await client.blob(ref, commit, 'docs/none.md'))).toBe('not_found')
    expect(reasonIn(await client.blob(ref, commit, '../../user'))).toBe('invalid')
    expect(reasonIn(await client.blob(ref, 'main', 'README.md'))).toBe('invalid')
  })

  it('commits on the commit it was made for', async () => {
    const repo = host.state.addRepository(kind.org, 'commits', { files })
    const ref = { externalOrgSlug: kind.org, externalSlug: 'commits' }
    const parent = repo.bare.head('main') ?? ''
    const one = { action: 'update', path: 'README.md', content: bytes('# New\n') } as const
    const rest = [
      { action: 'create', path: 'docs/a/b.md', content: bytes('b') },
      { action: 'delete', path: 'reference/orders.yaml' },
    ] as const
    const request = { branch: 'main', parent, message: 'Edit' }
    if (can.commitFiles === 'one')
      expect(reasonIn(await client.commit(ref, { ...request, changes: [one, ...rest] }))).toBe(
        'not_supported',
      )
    const changes = can.commitFiles === 'one' ? [one] : [one, ...rest]
    const made = valueIn(await client.commit(ref, { ...request, changes }))
    expect(repo.bare.head('main')).toBe(made.commit)
    const paths = repo.bare.tree(made.commit).flatMap(({ type, path }) => (type === 'blob' ? [path] : []))
    expect(text(repo.bare.blob(made.commit, 'README.md') ?? bytes(''))).toBe('# New\n')
    if (can.commitFiles === 'many') expect(paths).toEqual(['README.md', 'docs/Größe & Maß.md', 'docs/a/b.md'])
    // Somebody was quicker: nothing of theirs is lost.
    const head = host.state.commit(repo, 'main', { 'theirs.md': 'theirs' })
    expect(reasonIn(await client.commit(ref, { ...request, changes: [one] }))).toBe('conflict')
    expect(repo.bare.head('main')).toBe(head)
    for (const path of ['../x', '.git/hooks/post-receive', 'a//b', '/x', 'a\\b'])
      expect(reasonIn(await client.commit(ref, { ...request, changes: [{ ...one, path }] }))).toBe('invalid')
  })

  it('sets the status of a commit', async () => {
    const commit = double.bare.head('main') ?? ''
    const status = {
      context: 'waymark/orders',
      description: 'd'.repeat(500),
      url: 'https://waymark.test/docs',
    }
    for (const state of ['pending', 'failure', 'error', 'success'] as const)
      valueIn(await client.setCommitStatus(orders, commit, { ...status, state }))
    expect(double.statuses.at(-1)).toMatchObject({ commit, context: 'waymark/orders', url: status.url })
    const missing = await client.setCommitStatus(orders, 'a'.repeat(40), { ...status, state: 'success' })
    expect(['not_found', 'invalid']).toContain(reasonIn(missing))
  })

  it('has one comment of its own in a pull request, and leaves others’ alone', async () => {
    host.state.commit(double, 'feature', { 'docs/new.md': 'new' })
    const { number, comments } = host.state.openPull(double, 'feature', 'A feature')
    for (let index = 0; index < 101; index++)
      comments.push({ id: index + 1, author: '7', text: 'Talk\n\n[waymark-orders]: #\n', version: 0 })
    const asked = { marker: 'orders', text: '2 breaking' }
    const first = valueIn(await client.putComment(orders, number, asked))
    const again = valueIn(await client.putComment(orders, number, { ...asked, text: '1 breaking' }))
    const other = valueIn(await client.putComment(orders, number, { marker: 'pets', text: 'fine' }))
    expect([first.created, again.created, again.id === first.id, other.created]).toEqual([
      true,
      false,
      true,
      true,
    ])
    const own = comments.filter(({ author }) => author !== '7')
    expect(own.map(({ text }) => text.split('\n')[0]).toSorted()).toEqual(['1 breaking', 'fine'])
    expect(comments.filter(({ author }) => author === '7')).toHaveLength(101)
    expect(reasonIn(await client.putComment(orders, 999, asked))).toBe('not_found')
  })

  it('names committers who can be reached, each once', async () => {
    const repo = host.state.addRepository(kind.org, 'people', { files })
    for (const author of [
      'Ada L <Ada@Example.com>',
      'Ada <ada@example.com>',
      'Bot <1+bot@users.noreply.github.com>',
      'X <x>',
    ])
      repo.bare.commit('main', { 'a.md': author }, { author })
    const ref = { externalOrgSlug: kind.org, externalSlug: 'people' }
    const people = valueIn(await client.committers(ref))
    expect(people.map(({ email }) => email).toSorted()).toEqual(['ada@example.com', 'octo@example.com'])
  })

  it('a limit of calls is an outcome that says how long', async () => {
    host.limited = 1
    const outcome = await client.organizations()
    expect(reasonIn(outcome)).toBe('rate_limited')
    const { retryAfter = 0 } = outcome.ok ? {} : outcome.failure
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })

  it('takes the token of a service account, and names wrong ones', async () => {
    const settings = settingsOf(kind, host)
    const { username, password } = host.person
    const isPassword = kind.kind === 'azure_devops_server' || kind.kind === 'bitbucket_data_center'
    const token = isPassword ? password : host.personalToken()
    const service = gitClient(settings, { type: 'basic', username, password: token })
    expect(valueIn(await service.repository(orders)).externalId).toBe(orders.externalId)
    const wrong = gitClient(settings, { type: 'basic', username, password: 'wrong' })
    expect(reasonIn(await wrong.user())).toBe('bad_credentials')
  })

  it.runIf(can.refreshTokens)(
    'renews a token that ended, once for all calls, and asks to reconnect after that',
    async () => {
      const settings = settingsOf(kind, host)
      let { accessToken, refreshToken } = host.grant()
      let renewals = 0
      const renew = async () => {
        renewals += 1
        const outcome = await renewGrant(settings, refreshToken)
        if (!outcome.ok) return null
        refreshToken = outcome.value.refreshToken ?? ''
        expect(Date.parse(outcome.value.expiresAt ?? '')).toBeGreaterThan(Date.now())
        return outcome.value.accessToken
      }
      const used = refreshToken
      const caller = gitClient(settings, { type: 'oauth', accessToken, renew })
      host.expireTokens()
      const both = await Promise.all([caller.repository(orders), caller.branch(orders, 'main')])
      expect([both.map(({ ok }) => ok), renewals]).toEqual([[true, true], 1])
      host.expireTokens()
      valueIn(await caller.repository(orders))
      expect(renewals).toBe(2)
      expect(reasonIn(await renewGrant(settings, used))).toBe('reconnect')
      host.revoke()
      ;({ accessToken } = host.grant())
      host.revoke()
      const ended = gitClient(settings, { type: 'oauth', accessToken, renew })
      expect(reasonIn(await ended.repository(orders))).toBe('reconnect')
      client = clientOf(kind, host)
    },
  )

  it('brings credentials in a header alone', () => {
    const { username } = host.person
    expect(host.calls.length).toBeGreaterThan(0)
    expect(
      host.calls.every(
        ({ url, authorization }) => authorization && !url.includes(authorization.split(' ')[1] ?? '?'),
      ),
    ).toBe(true)
    const { url, authorization } = client.remote(orders)
    expect(url).toBe(orders.remoteUrlHttp)
    expect(url).not.toContain(username)
    expect(authorization).toMatch(/^(Basic|Bearer) \S+$/)
  })
})
