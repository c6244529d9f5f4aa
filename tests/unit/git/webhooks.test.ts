// Webhooks of the six kinds: what hosts deliver after pushes by system git and what people do there, how it proves
// where it comes from, and what it is read as.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gitCapabilities } from '../../../supabase/functions/_shared/domain/git-hosts.ts'
import type { GitClient, GitRemote } from '../../../supabase/functions/_shared/git/client.ts'
import type { GitRepository } from '../../../supabase/functions/_shared/git/model.ts'
import type { GitEvent } from '../../../supabase/functions/_shared/git/webhooks/event.ts'
import { parseWebhook } from '../../../supabase/functions/_shared/git/webhooks/parse.ts'
import { newWebhookSecret } from '../../../supabase/functions/_shared/git/webhooks/secret.ts'
import { mayBeSigned, verifyWebhook } from '../../../supabase/functions/_shared/git/webhooks/verify.ts'
import type { Repository } from '../../doubles/git/state.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import { clientOf, kinds, valueIn } from './hosts.ts'

process.env.WAYMARK_ALLOW_HTTP_PROVIDERS = '1'

interface Received {
  headers: Headers
  raw: Uint8Array<ArrayBuffer>
}

describe.each(kinds)('$kind', (kind) => {
  const can = gitCapabilities[kind.kind]
  const secret = newWebhookSecret()
  const received: Received[] = []
  const receiver = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    received.push({ headers: headersOf(req.headers), raw: new Uint8Array(Buffer.concat(chunks)) })
    res.writeHead(202).end()
  })
  let host: GitHostDouble
  let client: GitClient
  let double: Repository
  let orders: GitRepository
  let hookUrl: string
  let folder: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/7`
    folder = mkdtempSync(join(tmpdir(), 'clone-of-double-'))
    host = await kind.start()
    host.state.addOrganization(kind.org)
    double = host.state.addRepository(kind.org, 'orders', { files: { 'README.md': '# Orders\n' } })
    client = clientOf(kind, host)
    orders = valueIn(await client.repository({ externalOrgSlug: kind.org, externalSlug: 'orders' }))
    valueIn(await client.createWebhook(orders, { url: hookUrl, secret }))
  })
  afterAll(async () => {
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
    await host.close()
  })
  beforeEach(() => {
    received.length = 0
  })

  /** The events of all that was delivered since, each proven. */
  async function events(): Promise<GitEvent[]> {
    await host.state.settled()
    const deliveries = []
    for (const { headers, raw } of received) {
      expect(await verifyWebhook(kind.kind, headers, raw, secret)).toBe(true)
      deliveries.push(await parseWebhook(kind.kind, headers, raw))
    }
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(deliveries.length)
    return deliveries.flatMap((delivery) => delivery.events)
  }

  const repository = () => ({
    externalId: orders.externalId,
    externalOrgSlug: kind.org,
    externalSlug: 'orders',
  })

  it('tells of what system git pushed: a commit, a branch, a force, a tag, and that they go', async () => {
    const remote = client.remote(orders)
    const clone = join(folder, 'clone')
    await git(remote, folder, ['clone', '--quiet', '--depth', '1', remote.url, 'clone'])
    const before = double.bare.head('main')
    writeFileSync(join(clone, 'orders.yaml'), 'openapi: 3.1.0\n')
    await git(remote, clone, ['add', '.'])
    await git(remote, clone, ['commit', '--quiet', '-m', 'Add orders'])
    await git(remote, clone, ['push', '--quiet', 'origin', 'main'])
    const after = double.bare.head('main')
    expect(await events()).toEqual([
      {
        type: 'push',
        repository: repository(),
        branch: 'main',
        before,
        after,
        forced: can.forcedPushes ? false : null,
        authors: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
      },
    ])

    received.length = 0
    await git(remote, clone, ['push', '--quiet', 'origin', 'main:refs/heads/feature/a', 'main:refs/tags/v1'])
    expect((await events()).toSorted((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
      { type: 'push', branch: 'feature/a', before: null, after },
      { type: 'tag_created', tag: 'v1', commit: after },
    ])

    received.length = 0
    await git(remote, clone, ['commit', '--quiet', '--amend', '-m', 'Add orders, again'])
    await git(remote, clone, ['push', '--quiet', '--force', 'origin', 'main'])
    expect(await events()).toMatchObject([
      { type: 'push', branch: 'main', before: after, forced: can.forcedPushes ? true : null },
    ])

    received.length = 0
    await git(remote, clone, ['push', '--quiet', 'origin', ':refs/heads/feature/a', ':refs/tags/v1'])
    expect((await events()).toSorted((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
      { type: 'branch_deleted', repository: repository(), branch: 'feature/a', before: after },
      { type: 'tag_deleted', tag: 'v1' },
    ])
  })

  it('lets nobody push or read without credentials, and tells nobody of what was refused', async () => {
    const { url } = client.remote(orders)
    const wrong = { url, authorization: `Basic ${btoa('somebody:wrong')}` }
    for (const remote of [wrong, { url, authorization: 'Bearer wrong' }])
      await expect(git(remote, folder, ['ls-remote', url])).rejects.toThrow()
    expect(await events()).toEqual([])
  })

  it('tells of a pull request from its opening to its merge, and of one that is closed', async () => {
    host.state.commit(double, 'change', { 'a.md': 'a' })
    const pull = host.state.openPull(double, 'change', 'A change')
    host.state.commit(double, 'change', { 'a.md': 'b' })
    host.state.endPull(double, pull, 'merged')
    const closed = host.state.openPull(double, 'change', 'Another')
    host.state.endPull(double, closed, 'closed')
    const told = (await events()).filter((event) => event.type === 'pull_request')
    expect([...new Set(told.map(({ action, number }) => `${number} ${action}`))]).toEqual([
      '1 opened',
      '1 synchronized',
      '1 merged',
      '2 opened',
      '2 closed',
    ])
    expect(told[0]).toMatchObject({
      repository: repository(),
      title: 'A change',
      source: { branch: 'change', externalId: orders.externalId },
      target: { branch: 'main' },
      author: expect.stringContaining('octo'),
    })
  })

  it('tells of a rename by an id that stays', async () => {
    host.state.rename(double, 'bookings')
    const told = await events()
    if (can.repositoryEvents)
      expect(told).toEqual([
        { type: 'repository_renamed', repository: { ...repository(), externalSlug: 'bookings' } },
      ])
    else expect(told).toEqual([])
    host.state.rename(double, 'orders')
  })

  it('what is changed, signed with another secret, or not signed is not proven', async () => {
    host.state.commit(double, 'main', { 'b.md': 'b' })
    await host.state.settled()
    const [first] = received
    if (!first) throw new Error('Nothing was delivered.')
    const verify = (headers: Headers, raw = first.raw, key = secret) =>
      verifyWebhook(kind.kind, headers, raw, key)
    expect(await verify(first.headers)).toBe(true)
    expect(await verify(first.headers, first.raw, newWebhookSecret())).toBe(false)
    expect(await verify(first.headers, first.raw, '')).toBe(false)
    expect(await verify(new Headers())).toBe(false)
    // What headers alone tell is known before the body is there.
    const possible = (headers: Headers, key = secret) => mayBeSigned(kind.kind, headers, key)
    expect([await possible(first.headers), await possible(new Headers())]).toEqual([true, false])
    if (can.signature === 'basic') expect(await possible(first.headers, newWebhookSecret())).toBe(false)
    // A password of basic authentication says nothing of the body.
    if (can.signature !== 'basic')
      expect(await verify(first.headers, new Uint8Array([...first.raw, 32]))).toBe(false)
    for (const name of ['x-hub-signature-256', 'x-hub-signature', 'authorization', 'webhook-signature'])
      for (const value of ['', 'sha256=', 'sha256=00', 'Basic', 'v1,', 'v1,AAAA'])
        if (first.headers.has(name)) {
          const forged = new Headers(first.headers)
          forged.set(name, value)
          expect(await verify(forged)).toBe(false)
        }
  })

  it('a delivery that comes again has the same id', async () => {
    host.state.commit(double, 'main', { 'c.md': 'c' })
    host.state.redeliver()
    await host.state.settled()
    const ids = await Promise.all(
      received.map(async ({ headers, raw }) => (await parseWebhook(kind.kind, headers, raw)).id),
    )
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it.each(['', 'null', '[]', '{}', '{"repository":{"id":{}}}', '\u0000', `{"ref":"${'x'.repeat(10_000)}"}`])(
    'reads nothing into %j',
    async (body) => {
      const names = ['push', 'repo:push', 'repo:refs_changed', 'Push Hook', 'pr:opened', 'pull_request']
      for (const name of names) {
        const headers = new Headers({ 'x-github-event': name, 'x-event-key': name, 'x-gitlab-event': name })
        const { id, events } = await parseWebhook(kind.kind, headers, new TextEncoder().encode(body))
        expect([id, events]).toMatchObject([/./.exec(id)?.input, [{ type: 'ignored' }]])
      }
    },
  )

  it('finds its hooks by their address and takes them away, also twice', async () => {
    const found = valueIn(await client.webhooks(orders, hookUrl))
    expect(found).toHaveLength(1)
    expect(valueIn(await client.webhooks(orders, `${hookUrl}0`))).toEqual([])
    for (const { id } of [...found, ...found]) valueIn(await client.deleteWebhook(orders, id))
    expect(double.hooks).toEqual([])
    host.state.commit(double, 'main', { 'd.md': 'd' })
    expect(await events()).toEqual([])
  })
})

/** Runs system git with the credentials of a remote, as the worker does: by environment. */
async function git({ url, authorization }: GitRemote, cwd: string, args: string[]): Promise<void> {
  // The host is in this very process: it must go on while git runs.
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada Lovelace',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada Lovelace',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  }
  await new Promise<void>((resolve, reject) => {
    const child = spawn('git', args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`git ${args[0]}: ${said}`))))
  })
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
}
