// Projects at a double of a Git host, with service accounts and webhooks, set up by the product's own calls.
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { Files } from '../../doubles/git/repository.ts'
import type { RunningStack } from '../../support/stack.ts'
import { type HostProcess, ORGANIZATION, startHostProcess } from './git-host.ts'
import { api, finished } from './import.ts'
import { aWorkspace, type BenchWorkspace } from './workspace.ts'

export interface GitHost {
  double: HostProcess
  url: string
  credentials: { username: string; token: string }
  workspace: BenchWorkspace
  integrationId: string
}

export interface GitProject {
  id: string
  /** Of the repository, at the host. */
  repository: string
}

/** A host, and a workspace that has it as an integration. The caller closes the double. */
export async function aGitHost(stack: RunningStack): Promise<GitHost> {
  const double = startHostProcess()
  const { url, ...credentials } = await double.start()
  const workspace = await aWorkspace(stack)
  const { id } = await api<{ id: string }>(
    stack,
    workspace,
    `/workspaces/${encodeId('wk', workspace.id)}/vcs-integrations`,
    post({
      kind: 'azure_devops_server',
      name: 'Host',
      config_type: 'custom',
      config: { hostUrl: url, apiUrl: url },
    }),
  )
  await api(
    stack,
    workspace,
    '/auth/connect',
    post({
      workspace_integration_id: id,
      username_or_email: credentials.username,
      password: credentials.token,
    }),
  )
  return { double, url, credentials, workspace, integrationId: id }
}

/** A repository that is a project: its first analysis is done, and its webhook installed. */
export async function aGitProject(
  stack: RunningStack,
  { double, url, credentials, workspace, integrationId }: GitHost,
  name: string,
  files: Files,
): Promise<GitProject> {
  const repository = await double.addRepository(name, files)
  const call = <T>(path: string, body: object) => api<T>(stack, workspace, path, post(body))
  const address = `${url}/${ORGANIZATION}/_git/${name}`
  // A project is made from what the host has shown to its maker.
  await api(
    stack,
    workspace,
    `/vcs-integrations/${integrationId}/repositories?${new URLSearchParams({ url: address })}`,
    {},
  )
  const { project } = await call<{ project: { id: string } }>(
    `/workspaces/${encodeId('wk', workspace.id)}/projects`,
    {
      name,
      type: 'vcs',
      repository: { workspace_integration_id: integrationId, external_id: repository },
    },
  )
  await call(`/projects/${project.id}/service-accounts`, {
    name: 'Reader',
    kind: 'azure_devops_server',
    credentials: { type: 'personal_access_token', ...credentials },
  })
  // The first one was queued before there was an account to read with.
  const { job_id } = await api<{ job_id: string }>(
    stack,
    workspace,
    `/projects/${project.id}/branches/main`,
    {
      method: 'PUT',
    },
  )
  await finished(stack, job_id)
  await call(`/vcs-integrations/${integrationId}/webhooks`, { project_id: project.id })
  await double.pointHooks(repository, stack.waymarkUrl, stack.apiUrl)
  return { id: project.id, repository }
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
