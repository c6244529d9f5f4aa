// What Git hosts tell by webhooks: who is believed, and what comes of it.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { connectedHosts, type HostRepository } from '../support/connected-hosts.ts'
import type { Kind } from '../support/git-hosts.ts'
import { sql, unique } from '../support/people.ts'

const stack = sharedStack()
const { byOAuth, connected, aProjectOf, webhook, followed, heard, deliveries } = connectedHosts(stack)
const github = byOAuth[0] as Kind
const dataCenter = byOAuth.find(({ kind }) => kind === 'bitbucket_data_center') as Kind

describe('a webhook', () => {
  const ping = JSON.stringify({ zen: 'Design for failure.' })
  const signed = (raw: string, secret: string) =>
    `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
  const send = (integrationId: string, raw: string, headers: Record<string, string>) =>
    fetch(`${stack.apiUrl}/api/v1/webhooks/git/${integrationId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: raw,
    })
  // Only what is refused is called so: what hosts of other tests tell meanwhile counts for nothing.
  const refused = 'a delivery that is refused'
  const rowsOfRefused = async () =>
    (
      await sql<{ n: number }>(
        stack,
        `select ((select count(*) from public.webhook_deliveries where delivery_id = $1)
           + (select count(*) from private.waiting_webhooks where delivery_id = $1))::int as n`,
        [refused],
      )
    )[0]?.n

  it('without its signature is refused, whatever is missing, and leaves no row', async () => {
    const { id: project, integrationId, repo, host } = await followed(github)
    host.state.commit(repo, 'main', { 'a.md': '# A\n' })
    await heard({ host, integrationId })
    const { raw = '', headers = {} } = host.state.deliveries.at(-1) ?? {}
    const unsigned = { ...headers, 'x-github-delivery': refused }
    const attempts: [string, string, Record<string, string>][] = [
      [`${integrationId}/${project}`, raw, { ...unsigned, 'x-hub-signature-256': signed(raw, 'guessed') }],
      [`${integrationId}/${project}`, `${raw} `, unsigned],
      [`${integrationId}/${project}`, raw, { ...unsigned, 'x-hub-signature-256': '' }],
      [Buffer.from('wkintg:999999').toString('base64url'), raw, unsigned],
    ]
    for (const [id, body, sent] of attempts) {
      const answer = await send(id, body, sent)
      expect([answer.status, ((await answer.json()) as ProblemBody).detail]).toEqual([
        401,
        'The webhook is not signed as it should be.',
      ])
    }
    expect(await rowsOfRefused()).toBe(0)
  })

  it('is refused once its secret is another one, which was remembered before', async () => {
    const { id, integrationId, repo, host } = await followed(github)
    host.state.commit(repo, 'main', { 'a.md': '# A\n' })
    await heard({ host, integrationId })
    const { raw = '', headers = {} } = host.state.deliveries.at(-1) ?? {}
    const again = async (delivery: string) => {
      const answer = await send(`${integrationId}/${id}`, raw, { ...headers, 'x-github-delivery': delivery })
      return [answer.status, ((await answer.json()) as { outcomes?: string[] }).outcomes]
    }
    const delivery = unique('delivery')
    expect(await again(delivery)).toEqual([202, ['queued']])
    await heard({ host, integrationId })
    expect(await again(delivery)).toEqual([202, ['duplicate']])
    await sql(stack, 'delete from private.webhook_secrets where workspace_integration_id = $1', [
      decodeId('wkintg', integrationId),
    ])
    expect(await again(unique('delivery'))).toEqual([401, undefined])
  })

  it('of a repository that is no project is written down, and a ping is not', async () => {
    const { workspace, host, repo, integrationId, id } = await followed(github)
    const other = host.state.addRepository('acme', 'other', { files: { 'a.md': '# A\n' } })
    other.hooks.push(...repo.hooks)
    host.state.commit(other, 'main', { 'a.md': '# B\n' })
    await heard({ host, integrationId })
    const rows = await sql<{ outcome: string; repository: string }>(
      stack,
      `select d.outcome, d.repository from public.webhook_deliveries d
       join public.workspaces w on w.id = d.workspace_id where w.slug = $1 and d.project_id is null`,
      [workspace.slug],
    )
    expect(rows).toEqual([{ outcome: 'unknown_repository', repository: 'acme/other' }])
    const secret = repo.hooks[0]?.secret ?? ''
    const headers = {
      'x-github-event': 'ping',
      'x-github-delivery': 'ping-1',
      'x-hub-signature-256': signed(ping, secret),
    }
    const answer = await send(`${integrationId}/${id}`, ping, headers)
    expect([answer.status, await answer.json()]).toEqual([202, { outcomes: ['ignored'] }])
  })

  it('tells of pull requests, branches that go, and repositories that are renamed', async () => {
    const { id, token, host, repo, integrationId } = await followed(github)
    host.state.commit(repo, 'topic', { 'a.md': '# A\n' })
    const pull = host.state.openPull(repo, 'topic', 'Say A')
    host.state.commit(repo, 'topic', { 'a.md': '# A, again\n' })
    host.state.endPull(repo, pull, 'merged')
    const before = repo.bare.refs()
    repo.bare.update('refs/heads/topic', null)
    host.state.changed(repo, before)
    host.state.rename(repo, 'chores')
    await heard({ host, integrationId })
    expect(host.state.deliveries.map(({ status }) => status)).toEqual(host.state.deliveries.map(() => 202))
    const told = (await deliveries(id, token)).map(({ event, ref, outcome }) => [event, ref, outcome])
    expect(told).toContainEqual(['pull_request_opened', 'topic', 'queued'])
    expect(told).toContainEqual(['pull_request_synchronised', 'topic', 'queued'])
    expect(told).toContainEqual(['pull_request_merged', 'main', 'queued'])
    expect(told.map(([event]) => event)).toContain('branch_deleted')
    expect(told).toContainEqual(['repository_changed', null, 'queued'])
    // The host was asked, and says so too.
    const slug = async () =>
      (await call(stack, `/projects/${id}/repository`, { token })).json<HostRepository>().external_slug
    await expect.poll(slug, { timeout: 30_000 }).toBe('chores')
  })

  it('of one project proves nothing for another, nor does that of the integration', async () => {
    const at = await followed(github)
    const other = at.host.state.addRepository('acme', 'other', { files: { 'a.md': '# A\n' } })
    const theirs = await call(stack, `${at.path}/repositories?url=${at.host.url}/acme/other`, {
      token: at.token,
    })
    const { external_id } = theirs.json<{ items: [HostRepository] }>().items[0]
    const made = await call(stack, `/workspaces/${at.workspace.id}/projects`, {
      token: at.token,
      json: {
        name: 'Other',
        type: 'vcs',
        repository: { external_id, workspace_integration_id: at.integrationId },
      },
    })
    const { id } = made.json<{ project: { id: string } }>().project
    const installed = await call(stack, `${at.path}/webhooks`, { token: at.token, json: { project_id: id } })
    expect(installed.status).toBe(201)
    const [mine, foreign] = [at.repo.hooks[0]?.secret ?? '', other.hooks[0]?.secret ?? '']
    expect(mine).not.toBe(foreign)
    const event = JSON.stringify({
      action: 'renamed',
      repository: { id: at.repo.id, name: 'api', owner: { login: 'evil' } },
    })
    const headers = (secret: string) => ({
      'x-github-event': 'repository',
      'x-github-delivery': unique('delivery'),
      'x-hub-signature-256': signed(event, secret),
    })
    const tries: [string, string][] = [
      // The other secret at this project's address, at its own, and at the address of before; nobody has installed that here.
      [`${at.integrationId}/${at.id}`, foreign],
      [`${at.integrationId}/${id}`, foreign],
      [at.integrationId, foreign],
      [at.integrationId, mine],
    ]
    const outcomes: unknown[] = []
    for (const [place, secret] of tries) {
      const answer = await send(place, event, headers(secret))
      outcomes.push(answer.status === 202 ? (await answer.json()).outcomes : answer.status)
    }
    expect(outcomes).toEqual([401, ['queued'], 401, 401])
    // Signed for the other project, it is about none of that one's repositories.
    const about = () =>
      sql<{ outcome: string; project_id: string | null }>(
        stack,
        "select outcome, project_id from public.webhook_deliveries where repository = 'evil/api' and workspace_integration_id = $1",
        [decodeId('wkintg', at.integrationId)],
      )
    await expect
      .poll(about, { timeout: 30_000 })
      .toEqual([{ outcome: 'unknown_repository', project_id: null }])
  })

  it('of before projects had secrets is replaced when it is installed anew', async () => {
    const at = await followed(github)
    const [hook] = at.repo.hooks
    if (!hook) throw new Error('There is a webhook.')
    hook.url = `${stack.waymarkUrl}/api/v1/webhooks/git/${at.integrationId}`
    const json = { project_id: at.id }
    expect((await call(stack, `${at.path}/webhooks`, { token: at.token, json })).status).toBe(201)
    expect(at.repo.hooks.map(({ url }) => url)).toEqual([
      `${stack.waymarkUrl}/api/v1/webhooks/git/${at.integrationId}/${at.id}`,
    ])
  })

  it('that somebody else put at its address is replaced, as is one whose secret is another one now', async () => {
    const at = await connected(github)
    const id = await aProjectOf(at)
    const url = `${stack.waymarkUrl}/api/v1/webhooks/git/${at.integrationId}/${id}`
    const planted = { id: '999', url, secret: 'theirs', events: ['push'] }
    const elsewhere = { ...planted, id: '998', url: 'https://elsewhere.example/hook' }
    at.repo.hooks.push(planted, elsewhere)
    const ours = async () => {
      expect((await webhook(at, id)).status).toBe(201)
      const [other, hook, ...more] = at.repo.hooks
      expect([other, hook?.url, more]).toEqual([elsewhere, url, []])
      return hook
    }
    const first = await ours()
    expect(['theirs', undefined]).not.toContain(first?.secret)
    // As it is after the address of the host was corrected: what is installed is signed with a secret that is gone.
    await sql(stack, 'delete from private.webhook_secrets where workspace_integration_id = $1', [
      decodeId('wkintg', at.integrationId),
    ])
    const second = await ours()
    expect([second?.id, second?.secret]).not.toContain(first?.id)
    expect(second?.secret).not.toBe(first?.secret)
    at.repo.hooks.push({ ...planted, id: '997' })
    expect((await webhook(at, id, 'DELETE')).status).toBe(204)
    expect(at.repo.hooks).toEqual([elsewhere])
  })

  it('is made once by two presses at the same time', async () => {
    const at = await connected(byOAuth[1] as Kind)
    const id = await aProjectOf(at)
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    at.host.state.beforeHook = () => {
      asked.resolve()
      return goOn.promise
    }
    const first = webhook(at, id)
    await asked.promise
    const [install, remove] = [await webhook(at, id), await webhook(at, id, 'DELETE')]
    goOn.resolve()
    const busy = {
      status: 409,
      detail: 'The webhook of this project is being changed just now. Try again in a moment.',
    }
    expect([install, remove].map(refusalIn)).toMatchObject([busy, busy])
    expect([(await first).status, at.repo.hooks.length]).toEqual([201, 1])
    expect([(await webhook(at, id)).status, at.repo.hooks.length]).toEqual([201, 1])
  })

  it('of a GitLab that signs carries no secret; of an older one the project’s own', async () => {
    for (const [signsNothing, header] of [
      [false, 'webhook-signature'],
      [true, 'x-gitlab-token'],
    ] as const) {
      const gitlab = byOAuth[1] as Kind
      const at = await connected(gitlab)
      at.host.state.signsNothing = signsNothing
      expect((await webhook(at, await aProjectOf(at))).status).toBe(201)
      for (const hook of at.repo.hooks) hook.url = hook.url.replace(stack.waymarkUrl, stack.apiUrl)
      at.host.state.commit(at.repo, 'main', { 'a.md': '# A\n' })
      await at.host.state.settled()
      const [told] = at.host.state.deliveries
      expect([told?.status, Object.keys(told?.headers ?? {}).includes(header)]).toEqual([202, true])
      const secret = at.repo.hooks[0]?.secret ?? 'none'
      expect(JSON.stringify(told?.headers).includes(secret)).toBe(signsNothing)
    }
  })

  it('that tells of a whole repository is heard to its last branch', async () => {
    const { id, integrationId, repo, host } = await followed(dataCenter)
    host.state.commit(repo, 'main', { 'a.md': '# A\n' })
    await heard({ host, integrationId })
    const { raw = '', headers = {} } = host.state.deliveries.at(-1) ?? {}
    const told = JSON.parse(raw)
    const [change] = told.changes
    const others = Array.from({ length: 1_300 }, (_, n) => ({ ...change, refId: `refs/tags/v${n}` }))
    const body = JSON.stringify({ ...told, changes: [...others, change] })
    const secret = repo.hooks[0]?.secret ?? ''
    const answer = await send(`${integrationId}/${id}`, body, {
      ...headers,
      'x-hub-signature': signed(body, secret),
    })
    const { outcomes } = (await answer.json()) as { outcomes: string[] }
    expect([answer.status, outcomes.length, outcomes.at(-1)]).toEqual([202, 1_301, 'queued'])
  })

  it('that is nothing but brackets is refused before it is parsed', async () => {
    const { id, integrationId, repo } = await followed(github)
    const body = `[${'{},'.repeat(1_600_000)}0]`
    const headers = {
      'x-github-event': 'push',
      'x-hub-signature-256': signed(body, repo.hooks[0]?.secret ?? ''),
    }
    expect((await send(`${integrationId}/${id}`, body, headers)).status).toBe(413)
  })

  it('larger than any host sends is refused', async () => {
    const { integrationId } = await connected(github)
    expect((await send(integrationId, ' '.repeat(6_000_000), {})).status).toBe(413)
    expect(refusalIn(await call(stack, '/webhooks/git/nonsense', { json: {} }))).toMatchObject({
      status: 400,
    })
  })
})
