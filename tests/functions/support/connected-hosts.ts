// Hosts to which the owner of a workspace has connected their account, and projects that follow a repository there.
import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { Repository } from '../../doubles/git/state.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'
import type { StackInfo } from '../../support/stack.ts'
import { aBrowser, answerIn } from './browser.ts'
import { call } from './call.ts'
import { gitHosts, type Kind } from './git-hosts.ts'
import { aWorkspace, sql, type Workspace } from './people.ts'

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

export interface HostRepository {
  external_id: string
  external_slug: string
  default_branch: string
  web_url: string
  added: boolean
}

interface Delivery {
  event: string
  ref: string | null
  outcome: string
  job_id: string | null
}

/** What tests of projects at Git hosts do there; the hosts end with the tests of the file. */
export function connectedHosts(stack: StackInfo) {
  const { byOAuth, byPassword, aHost, integrationWith } = gitHosts(stack)

  /** A workspace whose owner has connected their account at a host with one repository. */
  async function connected(kind: Kind): Promise<Connected> {
    const workspace = await aWorkspace(stack)
    const { host, integration } = await aHost(workspace, kind)
    const org = organizations[kind.kind] ?? ''
    host.state.addOrganization(org)
    const repo = host.state.addRepository(org, 'todos', { files: { 'reference/a.yaml': 'openapi: 3.1.0\n' } })
    return connectedBy(workspace, kind, host, integration, repo)
  }

  /** The same host once more, by another integration of the workspace. */
  async function again(workspace: Workspace, kind: Kind, host: GitHostDouble, repo: Repository) {
    return connectedBy(workspace, kind, host, await integrationWith(workspace, kind, host), repo)
  }

  async function connectedBy(
    workspace: Workspace,
    kind: Kind,
    host: GitHostDouble,
    integration: { id: string },
    repo: Repository,
  ): Promise<Connected> {
    const { token } = workspace.owner
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

  async function deliveries(id: string, token: string) {
    return (await call(stack, `/projects/${id}/webhook-deliveries`, { token })).json<{ items: Delivery[] }>()
      .items
  }

  return {
    ...{
      byOAuth,
      byPassword,
      connected,
      again,
      repositories,
      byAddress,
      aProjectOf,
      webhook,
      followed,
      heard,
      deliveries,
    },
  }
}
