// Branches as scripts change them, and links to them.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aBranch, aGitProject } from '../support/git-projects.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, aProject } from '../support/projects.ts'

const stack = sharedStack()

let workspace: Workspace
let token: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
})

interface Branch {
  slug: string
  name: string
  is_default: boolean
  is_published: boolean
  last_analyzed_at: string | null
  node_counts: { operation_count: number }
}

const at = (id: string, slug: string) => `/projects/${id}/branches/${encodeURIComponent(slug)}`

describe('branches', () => {
  it('say how many nodes they have, and when they were analysed', async () => {
    const { id } = await aDocumentedProject(stack, workspace, { name: 'Counted pets' })
    const branch = (await call(stack, at(id, 'main'), { token })).json<Branch>()
    // The other one is internal.
    expect(branch.node_counts.operation_count).toBe(1)
    expect(branch.last_analyzed_at).not.toBeNull()
  })

  it('are renamed, listed and made the default one; addresses keep the slug, slashes included', async () => {
    const { id } = await aProject(stack, workspace, { name: 'With branches' })
    await aBranch(stack, id, 'feature/a#b')
    const change = (json: object) => call(stack, at(id, 'feature/a#b'), { method: 'PATCH', token, json })
    expect((await change({ name: 'Version 2', is_published: true })).json()).toMatchObject({
      slug: 'feature/a#b',
      name: 'Version 2',
      is_published: true,
      is_default: false,
    })
    expect((await change({ is_default: true })).json()).toMatchObject({ is_default: true })
    expect((await call(stack, at(id, 'main'), { token })).json()).toMatchObject({
      is_default: false,
      is_published: false,
    })
    expect(refusalIn(await change({ is_published: false }))).toMatchObject({
      status: 400,
      detail: 'The default branch is always listed.',
    })
    expect((await change({})).status).toBe(400)
  })

  it('are tracked where the project comes from Git, and removed by a task unless they are the default one', async () => {
    const { id } = await aGitProject(stack, workspace)
    const tracked = await call(stack, at(id, 'release/1'), { method: 'PUT', token })
    expect(tracked.status).toBe(202)
    const { job_id } = tracked.json<{ job_id: string }>()
    const task = await call(stack, `/tasks/${job_id}`, { token })
    expect(task.json()).toMatchObject({ branch_ref: 'refs/heads/release/1', event: 'manual' })
    expect((await call(stack, at(id, 'no..name'), { method: 'PUT', token })).status).toBe(400)

    await aBranch(stack, id, 'old')
    const removed = await call(stack, at(id, 'old'), { method: 'DELETE', token })
    expect(removed.status).toBe(202)
    const stays = await call(stack, at(id, 'main'), { method: 'DELETE', token })
    expect(refusalIn(stays)).toMatchObject({ status: 403, type: 'ACTION_PROHIBITED' })
    expect((await call(stack, at(id, 'nowhere'), { method: 'DELETE', token })).status).toBe(404)
  })

  it('are not tracked where no repository is', async () => {
    const { id } = await aProject(stack, workspace, { name: 'Not in Git' })
    const answer = await call(stack, at(id, 'main'), { method: 'PUT', token })
    expect(refusalIn(answer)).toMatchObject({
      status: 400,
      detail: 'This project does not come from a Git repository.',
    })
  })
})

describe('the link of a branch', () => {
  interface Share {
    enabled: boolean
    token: string | null
    expires_at: string | null
  }

  it('is made, shown again, replaced and revoked', async () => {
    const { id } = await aProject(stack, workspace, { name: 'Shared', visibility: 'private' })
    const path = `${at(id, 'main')}/share`
    const share = async (json: object) =>
      (await call(stack, path, { method: 'PUT', token, json })).json<Share>()
    const shown = async () => (await call(stack, path, { token })).json<Share>()
    const opened = async (link: string | null) => {
      const headers = { apikey: stack.anonKey, 'x-waymark-share': link ?? '' }
      const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/shared_branch`, { method: 'POST', headers })
      return ((await answer.json()) as unknown[]).length
    }

    expect(await shown()).toEqual({ enabled: false, token: null, expires_at: null })
    const first = await share({ expires_at: '2030-01-01T00:00:00Z' })
    expect(first.token).toMatch(/^wms_/)
    expect(await shown()).toEqual(first)
    expect(await opened(first.token)).toBe(1)
    const second = await share({ new_link: true })
    expect(second.expires_at).toBeNull()
    expect([await opened(first.token), await opened(second.token)]).toEqual([0, 1])
    expect((await call(stack, path, { method: 'DELETE', token })).status).toBe(204)
    expect([await opened(second.token), (await shown()).token]).toEqual([0, null])
  })

  it('has an end in the future', async () => {
    const { id } = await aProject(stack, workspace, { name: 'Shared before' })
    const json = { expires_at: '2020-01-01T00:00:00Z' }
    const answer = await call(stack, `${at(id, 'main')}/share`, { method: 'PUT', token, json })
    expect(refusalIn(answer)).toMatchObject({
      status: 400,
      detail: 'Must be in the future, and within five years.',
    })
  })
})

describe('the service account of a Git project', () => {
  const account = (username: string, secret: string) => ({
    name: 'Reader',
    credentials: { type: 'personal_access_token', username, token: secret },
  })

  it('is made once, changed and removed, and never shows its token', async () => {
    const { id } = await aGitProject(stack, workspace)
    const path = `/projects/${id}/service-accounts`
    const made = await call(stack, path, { token, json: account('reader', 'planted-secret') })
    expect(made.status).toBe(201)
    const { id: accountId } = made.json<{ id: string }>()
    expect(made.json()).toMatchObject({
      name: 'Reader',
      kind: 'gitlab',
      credentials: { type: 'personal_access_token', username: 'reader' },
    })
    expect(refusalIn(await call(stack, path, { token, json: account('other', 'x') }))).toMatchObject({
      status: 409,
      detail: 'Project service account already exists',
    })
    const change = (json: object) => call(stack, `${path}/${accountId}`, { method: 'PATCH', token, json })
    expect((await change({ credentials: { username: 'somebody-else' } })).status).toBe(400)
    const changed = await change({
      name: 'Robot',
      credentials: { username: 'robot', token: 'planted-secret-2' },
    })
    expect(changed.json()).toMatchObject({ name: 'Robot', credentials: { username: 'robot' } })
    const listed = await call(stack, path, { token })
    expect(listed.json<{ items: unknown[] }>().items).toHaveLength(1)
    for (const answer of [made, changed, listed]) expect(answer.text).not.toContain('planted-secret')
    const [kept] = await sql<{ n: number }>(
      stack,
      `select count(*)::int as n from private.secrets s left join public.project_service_accounts a on a.id = s.project_service_account_id
       where s.ciphertext like '%planted%' or a.project_id = $1`,
      [decodeId('prj', id)],
    )
    expect(kept?.n).toBe(1)
    expect((await call(stack, `${path}/${accountId}`, { method: 'DELETE', token })).status).toBe(204)
    expect((await call(stack, path, { token })).json()).toEqual({ items: [] })
  })

  it('is found in its own project only', async () => {
    const [mine, other] = [await aGitProject(stack, workspace), await aGitProject(stack, workspace)]
    const made = await call(stack, `/projects/${mine.id}/service-accounts`, {
      token,
      json: account('a', 'b'),
    })
    const { id } = made.json<{ id: string }>()
    const answer = await call(stack, `/projects/${other.id}/service-accounts/${id}`, {
      method: 'DELETE',
      token,
    })
    expect(answer.status).toBe(404)
  })
})

describe('the repository of a project', () => {
  it('is shown to who sees its log, and says what is told at the host', async () => {
    const { id, integrationId } = await aGitProject(stack, workspace)
    const shown = await call(stack, `/projects/${id}/repository`, { token })
    expect(shown.json()).toMatchObject({
      workspace_integration_id: integrationId,
      external_org_slug: 'acme',
      external_slug: 'todos',
      commit_statuses: true,
      webhook_external_id: null,
    })
    const json = { commit_statuses: false }
    const changed = await call(stack, `/projects/${id}/repository`, { method: 'PATCH', token, json })
    expect(changed.json()).toMatchObject({ commit_statuses: false, pull_request_comments: true })
    const viewer = await aMember(stack, workspace, 'viewer')
    expect((await call(stack, `/projects/${id}/repository`, { token: viewer.token })).status).toBe(403)
    expect((await call(stack, `/projects/${id}/webhook-deliveries`, { token })).json()).toEqual({ items: [] })
  })
})

describe('a CI token', () => {
  it('is made, shown again to who may push, and replaced', async () => {
    const { id } = await aProject(stack, workspace, { name: 'Pushed', type: 'cli' })
    const path = `/projects/${id}/ci-token`
    const shown = async () =>
      (await call(stack, path, { token })).json<{ ci_token: string | null }>().ci_token
    const made = async () =>
      (await call(stack, path, { method: 'POST', token })).json<{ ci_token: string }>().ci_token
    expect(await shown()).toBeNull()
    const first = await made()
    expect(first).toMatch(/^wmci_[\w-]{43}$/)
    expect(await shown()).toBe(first)
    const second = await made()
    expect([second === first, await shown()]).toEqual([false, second])
    const kept = await call(stack, `${path}?unless_there=true`, { method: 'POST', token })
    expect([kept.status, kept.json()]).toMatchObject([201, { ci_token: second }])
    const viewer = await aMember(stack, workspace, 'viewer')
    expect((await call(stack, path, { token: viewer.token })).status).toBe(403)
    const unless = { method: 'POST', token: viewer.token }
    expect((await call(stack, `${path}?unless_there=true`, unless)).status).toBe(403)
  })

  it('is one for all who ask for the first at once', async () => {
    const { id } = await aProject(stack, workspace, { name: 'Pushed by many', type: 'cli' })
    const path = `/projects/${id}/ci-token?unless_there=true`
    const made = await Promise.all([1, 2, 3].map(() => call(stack, path, { method: 'POST', token })))
    expect(new Set(made.map((answer) => answer.json<{ ci_token: string }>().ci_token)).size).toBe(1)
  })
})
