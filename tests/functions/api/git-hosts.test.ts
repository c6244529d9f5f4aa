// Projects from a Git host: the caller's account there, its repositories, the webhook, and what it tells.
import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { Repository } from '../../doubles/git/state.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser, answerIn } from '../support/browser.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { gitHosts, type Kind } from '../support/git-hosts.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
const { byOAuth, byPassword, aHost } = gitHosts(stack)
const github = byOAuth[0] as Kind

const organizations: Record<string, string> = {
  github: 'acme',
  gitlab: 'acme/platform',
  bitbucket_cloud: 'acme',
  bitbucket_data_center: 'ACME',
  azure_devops_services: 'contoso/Fabrikam',
  azure_devops_server: 'Default/Fabrikam',
}

interface Connected {
  workspace: Workspace
  token: string
  host: GitHostDouble
  integrationId: string
  repo: Repository
  path: string
}

/** A workspace whose owner has connected their account at a host with one repository. */
async function connected(kind: Kind): Promise<Connected> {
  const workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  const { host, integration } = await aHost(workspace, kind)
  const org = organizations[kind.kind] ?? ''
  host.state.addOrganization(org)
  const repo = host.state.addRepository(org, 'todos', { files: { 'reference/a.yaml': 'openapi: 3.1.0\n' } })
  const browser = aBrowser(stack)
  const path = `/vcs-integrations/${integration.id}`
  const json: Record<string, unknown> = { workspace_integration_id: integration.id }
  if (byOAuth.includes(kind)) {
    const state = randomBytes(16).toString('hex')
    const begun = await browser.call(`${path}/oauth-url`, { token, json: { state } })
    Object.assign(json, answerIn(await browser.click(begun.json<{ url: string }>().url)))
  } else Object.assign(json, { username_or_email: host.person.username, password: host.person.password })
  const made = await browser.call('/auth/connect', { json, token })
  if (made.status !== 200) throw new Error(made.text)
  return { workspace, token, host, integrationId: integration.id, repo, path }
}

interface HostRepository {
  external_id: string
  external_slug: string
  default_branch: string
  web_url: string
  added: boolean
}

async function repositories({ token, path, repo }: Connected, query = '') {
  const at = `${path}/repositories?organization=${encodeURIComponent(repo.org)}${query}`
  return (await call(stack, at, { token })).json<{ items: HostRepository[] }>().items
}

/** The repository by the address that it is looked at by: with its default branch, which not every list tells. */
async function byAddress(at: Connected) {
  const [listed] = await repositories(at)
  const url = encodeURIComponent(listed?.web_url ?? '')
  return (await call(stack, `${at.path}/repositories?url=${url}`, { token: at.token })).json<{
    items: HostRepository[]
  }>().items
}

/** A project from the repository; its id. */
async function aProjectOf(at: Connected): Promise<string> {
  const [found] = await byAddress(at)
  const repository = { ...found, workspace_integration_id: at.integrationId }
  const json = { name: 'To-dos', type: 'vcs', repository }
  const made = await call(stack, `/workspaces/${at.workspace.id}/projects`, { token: at.token, json })
  if (made.status !== 201) throw new Error(made.text)
  return made.json<{ project: { id: string } }>().project.id
}

/** Installs the webhook of a project, or removes it. */
const webhook = ({ token, path }: Connected, id: string, method: 'POST' | 'DELETE' = 'POST') =>
  call(stack, `${path}/webhooks`, { method, token, json: { project_id: id } })

/** A project from the repository, with its webhook; what the host tells comes where the tests' stack is. */
async function followed(kind: Kind) {
  const at = await connected(kind)
  const { repo } = at
  const id = await aProjectOf(at)
  // Twice, and it is the same one.
  const hooks: string[][] = []
  for (const _again of [1, 2]) {
    const installed = await webhook(at, id)
    if (installed.status !== 201) throw new Error(installed.text)
    hooks.push(repo.hooks.map((hook) => hook.id))
  }
  expect(hooks[1]).toEqual(hooks[0])
  for (const hook of repo.hooks) hook.url = hook.url.replace(stack.waymarkUrl, stack.apiUrl)
  return { ...at, id }
}

/** When everything that a host told was answered, and what was taken of it applied. */
async function heard({ host, integrationId }: Pick<Connected, 'host' | 'integrationId'>): Promise<void> {
  await host.state.settled()
  const waiting = () =>
    sql(stack, 'select 1 from private.waiting_webhooks where workspace_integration_id = $1', [
      decodeId('wkintg', integrationId),
    ])
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 60_000 })
}

interface Delivery {
  event: string
  ref: string | null
  outcome: string
  job_id: string | null
}

async function deliveries(id: string, token: string) {
  return (await call(stack, `/projects/${id}/webhook-deliveries`, { token })).json<{ items: Delivery[] }>()
    .items
}

describe.each([...byOAuth, ...byPassword])('at $kind', (kind) => {
  it('repositories are found by organisation, name and address, and are projects once', async () => {
    const at = await connected(kind)
    const { workspace, token, path, integrationId, repo } = at
    const listed = await call(stack, `${path}/organizations`, { token })
    expect(listed.json<{ items: { slug: string }[] }>().items.map(({ slug }) => slug)).toContain(repo.org)
    const [listedOne] = await repositories(at)
    expect(listedOne).toMatchObject({ external_slug: 'todos', added: false })
    expect(await repositories(at, '&search=nothing-like-it')).toEqual([])
    const [found] = await byAddress(at)
    expect(found).toMatchObject({ ...listedOne, default_branch: 'main' })

    const json = {
      name: 'To-dos',
      type: 'vcs',
      repository: { ...found, workspace_integration_id: integrationId },
    }
    expect((await call(stack, `/workspaces/${workspace.id}/projects`, { token, json })).status).toBe(201)
    expect((await repositories(at))[0]?.added).toBe(true)
  })

  it('a webhook is installed once, tells of pushes, and goes', async () => {
    const { id, host, repo, token, path, integrationId } = await followed(kind)
    await heard({ host, integrationId })
    const before = await deliveries(id, token)
    const commit = host.state.commit(repo, 'main', { 'reference/a.yaml': 'openapi: 3.1.1\n' })
    host.state.redeliver()
    await heard({ host, integrationId })
    expect(host.state.deliveries.map(({ status }) => status)).toEqual(host.state.deliveries.map(() => 202))
    const [told, ...older] = await deliveries(id, token)
    expect(older).toEqual(before)
    expect(told).toMatchObject({ event: 'push', ref: 'main', outcome: 'queued' })
    const task = await call(stack, `/tasks/${told?.job_id}`, { token })
    expect(task.json()).toMatchObject({ source: 'git', event: 'push', commit_hash: commit })

    const json = { project_id: id }
    expect((await call(stack, `${path}/webhooks`, { method: 'DELETE', token, json })).status).toBe(204)
    expect(repo.hooks).toEqual([])
    const shown = await call(stack, `/projects/${id}/repository`, { token })
    expect(shown.json()).toMatchObject({ webhook_external_id: null })
  })
})

describe('the account at a host', () => {
  it('renews its token by itself, and asks to be connected again once that is over', async () => {
    const at = await connected(github)
    at.host.expireTokens()
    expect(await repositories(at)).toHaveLength(1)
    at.host.expireTokens()
    const both = await Promise.all([repositories(at), repositories(at)])
    expect(both.map((items) => items?.length)).toEqual([1, 1])
    at.host.revoke()
    const refused = await call(stack, `${at.path}/organizations`, { token: at.token })
    expect(refused.json<ProblemBody & { reason: string }>()).toMatchObject({
      status: 400,
      type: 'VCS_PROVIDER_ERROR',
      detail: 'Looks like your access token is expired',
      reason: 'reconnect',
    })
  })

  it('is the caller’s own, and its secrets never leave', async () => {
    const at = await connected(byPassword.at(-1) as Kind)
    const maker = await aMember(stack, at.workspace, 'maker')
    const none = await call(stack, `${at.path}/repositories`, { token: maker.token })
    expect(none.json()).toMatchObject({ status: 400, reason: 'reconnect' })
    const own = await call(stack, `${at.path}/basic-auth-credentials`, { token: at.token })
    expect(own.json()).toMatchObject({ connected: true, type: 'basic', username: at.host.person.username })
    expect(own.text).not.toContain(at.host.person.password)
    const viewer = await aMember(stack, at.workspace, 'viewer')
    expect((await call(stack, `${at.path}/organizations`, { token: viewer.token })).status).toBe(403)
    const stranger = (await aWorkspace(stack)).owner
    expect((await call(stack, `${at.path}/organizations`, { token: stranger.token })).status).toBe(404)
  })

  it('makes repositories', async () => {
    const at = await connected(github)
    const json = { organization: 'acme', name: 'Pets', slug: 'pets', visibility: 'private' }
    const made = await call(stack, `${at.path}/repositories`, { token: at.token, json })
    expect(made.json()).toMatchObject({ external_slug: 'pets', default_branch: 'main', added: false })
    const again = await call(stack, `${at.path}/repositories`, { token: at.token, json })
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(again.status).toBeLessThan(500)
  })
})

describe('a project from a host', () => {
  it('is of a repository that the host showed to its maker, by whichever door it is asked for', async () => {
    const at = await connected(github)
    const { workspace, token, integrationId, repo, host } = at
    const hidden = host.state.addRepository('acme', 'hidden', { files: { 'a.md': '# A\n' } })
    const owner = decodeId('wk', workspace.id)
    const claim = (external_id: string, more: object = {}) => ({
      external_id,
      remote_url_http: `${host.url}/evil/todos.git`,
      remote_url_ssh: null,
      external_slug: 'todos',
      external_org_slug: 'evil',
      default_branch: 'main',
      ...more,
    })
    const asRoute = (id: string) => {
      const repository = claim(id, { workspace_integration_id: integrationId })
      return call(stack, `/workspaces/${workspace.id}/projects`, {
        token,
        json: { name: unique('By route'), type: 'vcs', repository },
      })
    }
    const direct = async (path: string, body: object) => {
      const headers = {
        apikey: stack.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }
      const answer = await fetch(`${stack.apiUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return `${answer.status} ${await answer.text()}`
    }
    const place = (id: string) => claim(id, { workspace_integration_id: decodeId('wkintg', integrationId) })
    const doors: ((id: string) => Promise<string>)[] = [
      async (id) => (await asRoute(id)).text,
      (id) =>
        direct('/rest/v1/rpc/create_project', {
          p_workspace_id: owner,
          p_name: unique('By REST'),
          p_type: 'vcs',
          p_repository: place(id),
        }),
      (id) =>
        direct('/rest/v1/rpc/create_projects', {
          p_workspace_id: owner,
          p_projects: [{ name: unique('One of many'), type: 'vcs', repository: place(id) }],
        }),
    ]
    for (const tried of doors)
      expect(await tried(String(hidden.id))).toContain(
        'Choose this repository from the list of its Git host again.',
      )
    // Nobody says for the host what it showed.
    for (const [path, body] of [
      [
        '/rest/v1/rpc/svc_keep_host_repositories',
        { p_auth_id: null, p_integration_id: 1, p_revision: '', p_repositories: [] },
      ],
      ['/rest/v1/project_repositories', { ...place(String(hidden.id)), project_id: 1, workspace_id: owner }],
    ] as const)
      expect(await direct(path, body)).toMatch(/^40[134]/)
    await byAddress(at)
    const made = await asRoute(String(repo.id))
    const { id } = made.json<{ project: { id: string } }>().project
    const shown = await call(stack, `/projects/${id}/repository`, { token })
    expect(shown.json()).toMatchObject({
      external_id: String(repo.id),
      external_org_slug: 'acme',
      remote_url_http: `${host.url}/acme/todos.git`,
    })
  })

  it('lists its committers, and who of them is known', async () => {
    const { id, token, host, repo, workspace } = await followed(github)
    host.state.commit(repo, 'main', { 'a.md': '# A\n' }, { author: 'Grace <grace@navy.example>' })
    host.state.commit(repo, 'main', { 'b.md': '# B\n' }, { author: `Owner <${workspace.owner.email}>` })
    const listed = await call(stack, `/projects/${id}/contributors`, { token })
    const known = new Map(
      listed
        .json<{ items: { email: string; project_invite_created: boolean }[] }>()
        .items.map(({ email, project_invite_created }) => [email, project_invite_created]),
    )
    expect([known.get('grace@navy.example'), known.get(workspace.owner.email)]).toEqual([false, true])
  })

  it('invites who pushes to it as editors, where its switch says so', async () => {
    const { id, token, host, repo, workspace, integrationId } = await followed(github)
    const invited = async () =>
      sql<{ email: string; role: string }>(
        stack,
        `select i.email, l.role::text from public.workspace_invitations i
         join public.workspace_invitation_projects l on l.invitation_id = i.id
         join public.workspaces w on w.id = i.workspace_id where w.slug = $1 order by i.email`,
        [workspace.slug],
      )
    const pushedBy = async (file: string, author: string) => {
      host.state.commit(repo, 'main', { [file]: `# ${file}\n` }, { author })
      await heard({ host, integrationId })
    }
    const grace = `${unique('grace')}@navy.example`
    await pushedBy('a.md', `Grace <${grace}>`)
    expect(await invited()).toEqual([])
    const json = { auto_invite_committers: true }
    await call(stack, `/projects/${id}`, { method: 'PATCH', token, json })
    await pushedBy('b.md', `Grace <${grace}>`)
    await pushedBy('c.md', `Grace <${grace}>`)
    await pushedBy('d.md', `Owner <${workspace.owner.email}>`)
    await pushedBy('e.md', 'A machine <1+bot@users.noreply.github.com>')
    expect(await invited()).toEqual([{ email: grace, role: 'editor' }])
    expect(host.state.deliveries.map(({ status }) => status)).toEqual(host.state.deliveries.map(() => 202))
  })

  it('tries the credentials of a service account at its repository', async () => {
    const { id, token, host } = await followed(github)
    const test = (credentials?: object) =>
      call(stack, `/projects/${id}/service-accounts/test`, {
        token,
        json: credentials ? { credentials } : {},
      })
    const good = { username: host.person.username, token: host.personalToken() }
    expect((await test(good)).json()).toMatchObject({ success: true })
    expect((await test({ ...good, token: 'wrong' })).json()).toEqual({
      success: false,
      message: 'Invalid username or password',
    })
    expect((await test()).status).toBe(400)
    const json = { name: 'Reader', credentials: good }
    await call(stack, `/projects/${id}/service-accounts`, { token, json })
    expect((await test()).json()).toMatchObject({ success: true })
    // A kept token is never tried under another name.
    expect((await test({ username: 'somebody-else' })).status).toBe(400)
    // What the database keeps for a call of one's own was sealed by nobody: a typed token is tried all the same.
    await sql(
      stack,
      `update private.secrets set ciphertext = 'Z2FyYmFnZQ==' where name = 'token' and project_service_account_id =
         (select a.id from public.project_service_accounts a where a.project_id = $1)`,
      [decodeId('prj', id)],
    )
    expect(refusalIn(await test())).toMatchObject({ status: 409, type: 'CONFLICT' })
    expect((await test(good)).json()).toMatchObject({ success: true })
  })
})

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
  const count = async () =>
    (
      await sql<{ n: number }>(
        stack,
        `select ((select count(*) from public.webhook_deliveries)
           + (select count(*) from private.waiting_webhooks where delivery_id = 'another'))::int as n`,
      )
    )[0]?.n

  it('without its signature is refused, whatever is missing, and leaves no row', async () => {
    const { id: project, integrationId, repo, host } = await followed(github)
    host.state.commit(repo, 'main', { 'a.md': '# A\n' })
    await heard({ host, integrationId })
    const { raw = '', headers = {} } = host.state.deliveries.at(-1) ?? {}
    const before = await count()
    const unsigned = { ...headers, 'x-github-delivery': 'another' }
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
    expect(await count()).toBe(before)
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
    host.state.endPull(repo, pull, 'merged')
    const before = repo.bare.refs()
    repo.bare.update('refs/heads/topic', null)
    host.state.changed(repo, before)
    host.state.rename(repo, 'chores')
    await heard({ host, integrationId })
    expect(host.state.deliveries.map(({ status }) => status)).toEqual(host.state.deliveries.map(() => 202))
    const told = (await deliveries(id, token)).map(({ event, ref, outcome }) => [event, ref, outcome])
    expect(told).toContainEqual(['pull_request_opened', 'topic', 'queued'])
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

  it('larger than any host sends is refused', async () => {
    const { integrationId } = await connected(github)
    expect((await send(integrationId, ' '.repeat(6_000_000), {})).status).toBe(413)
    expect(refusalIn(await call(stack, '/webhooks/git/nonsense', { json: {} }))).toMatchObject({
      status: 400,
    })
  })
})
