// Projects from a Git host: the caller's account there, its repositories, and who works on them.
import { describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { connectedHosts } from '../support/connected-hosts.ts'
import type { Kind } from '../support/git-hosts.ts'
import { aMember, aWorkspace, sql, unique } from '../support/people.ts'

const stack = sharedStack()
const { byOAuth, byPassword, ...hosts } = connectedHosts(stack)
const { connected, again, repositories, byAddress, followed, heard, deliveries, webhook } = hosts
const github = byOAuth[0] as Kind

describe.each([...byOAuth, ...byPassword])('at $kind', (kind) => {
  it('repositories are found by organisation, name and address, and are projects once', async () => {
    const at = await connected(kind)
    const { workspace, token, path, integrationId, repo } = at
    const organizations = async (query = '') =>
      (await call(stack, `${path}/organizations${query}`, { token })).json<{ items: { slug: string }[] }>()
        .items
    const acme = { slug: repo.org, external_id: expect.any(String) }
    expect(await organizations()).toContainEqual(expect.objectContaining(acme))
    expect(await organizations(`?slug=${encodeURIComponent(repo.org)}`)).toEqual([
      expect.objectContaining(acme),
    ])
    const unknown = `${path}/organizations?slug=${encodeURIComponent(`${repo.org}-gone`)}`
    expect((await call(stack, unknown, { token })).status).toBe(404)
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

  it('shows its repositories in pages of a hundred, which a Link header leads through', async () => {
    const { host, path, token, repo } = await connected(github)
    for (let more = 0; more < 100; more += 1)
      host.state.addRepository(repo.org, `more-${more}`, { files: {} })
    const first = await call(stack, `${path}/repositories?organization=${repo.org}`, { token })
    const [, next = ''] = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
    const second = await call(stack, next, { token })
    expect(second.headers.link).toBeUndefined()
    const slugs = [first, second].map((page) =>
      page.json<{ items: { external_slug: string }[] }>().items.map(({ external_slug }) => external_slug),
    )
    expect(slugs.map(({ length }) => length)).toEqual([100, 1])
    expect(new Set(slugs.flat()).size).toBe(101)
  })

  it('makes repositories', async () => {
    const at = await connected(github)
    const json = { organization: 'acme', name: 'Pets', slug: 'pets', visibility: 'private' }
    const made = await call(stack, `${at.path}/repositories`, { token: at.token, json })
    expect(made.json()).toMatchObject({ external_slug: 'pets', default_branch: 'main', added: false })
    const again = await call(stack, `${at.path}/repositories`, { token: at.token, json })
    expect([again.status, again.json()]).toMatchObject([
      409,
      { type: 'CONFLICT', errors: [{ field: 'name' }] },
    ])
  })
})

describe('a project from a host', () => {
  it('is connected again after its integration was removed, and follows pushes again', async () => {
    const { id, token, host, repo, workspace, integrationId } = await followed(github)
    const removed = await call(stack, `/vcs-integrations/${integrationId}`, { method: 'DELETE', token })
    expect(removed.status).toBe(204)
    const at = await again(workspace, github, host, repo)
    const repository = `/projects/${id}/repository`
    const json = { workspace_integration_id: at.integrationId, external_id: String(repo.id) }
    const connect = () => call(stack, repository, { method: 'PUT', token, json })
    expect((await connect()).json<ProblemBody>().detail).toBe(
      'Choose this repository from the list of its Git host again.',
    )
    await byAddress(at)
    const connected = await connect()
    expect(connected.json()).toMatchObject({
      project_id: id,
      workspace_integration_id: at.integrationId,
      external_slug: 'todos',
      webhook_installed_at: null,
    })
    expect(connected.text).not.toContain('workspace_id"')
    expect((await webhook(at, id)).status).toBe(201)
    for (const hook of repo.hooks) hook.url = hook.url.replace(stack.waymarkUrl, stack.apiUrl)
    const commit = host.state.commit(repo, 'main', { 'reference/a.yaml': 'openapi: 3.1.1\n' })
    await heard(at)
    const [told] = await deliveries(id, token)
    expect(told).toMatchObject({ event: 'push', ref: 'main', outcome: 'queued' })
    const task = await call(stack, `/tasks/${told?.job_id}`, { token })
    expect(task.json()).toMatchObject({ source: 'git', commit_hash: commit })
  })

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

  it('lists its branches for who may follow one, those not followed too', async () => {
    const { id, token, host, repo } = await followed(github)
    const commit = host.state.commit(repo, 'release/2.0', { 'a.md': '# A\n' })
    const listed = await call(stack, `/projects/${id}/repository/branches`, { token })
    expect(listed.json<{ items: object[] }>().items).toContainEqual({ name: 'release/2.0', commit })
    for (const path of ['repository/branches', 'contributors'])
      expect((await call(stack, `/projects/${id}/${path}`)).status).toBe(401)
  })

  it('lists its committers, and who of them is known or a member', async () => {
    const { id, token, host, repo, workspace } = await followed(github)
    host.state.commit(repo, 'main', { 'a.md': '# A\n' }, { author: 'Grace <grace@navy.example>' })
    host.state.commit(repo, 'main', { 'b.md': '# B\n' }, { author: `Owner <${workspace.owner.email}>` })
    const listed = await call(stack, `/projects/${id}/contributors`, { token })
    const known = new Map(
      listed
        .json<{ items: { email: string; project_invite_created: boolean; is_member: boolean }[] }>()
        .items.map(({ email, project_invite_created, is_member }) => [
          email,
          [project_invite_created, is_member],
        ]),
    )
    expect(known.get('grace@navy.example')).toEqual([false, false])
    expect(known.get(workspace.owner.email)).toEqual([true, true])
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
