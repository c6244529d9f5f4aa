// The host of a project's repository, as the caller or as the project's service account.
import { signedIn } from '../../_shared/auth/caller.ts'
import { rpc } from '../../_shared/db/rest.ts'
import { type ProjectSource, projectSource } from '../../_shared/db/service-git.ts'
import { findIntegration } from '../../_shared/db/service-integrations.ts'
import type { ProjectPermission } from '../../_shared/domain/roles.ts'
import { isOwnUrl } from '../../_shared/git/address.ts'
import type { GitAccess } from '../../_shared/git/api.ts'
import { type GitClient, gitClient } from '../../_shared/git/client.ts'
import type { RepositoryRef } from '../../_shared/git/model.ts'
import { gitSettings, type HostIntegration, isHostIntegration } from '../../_shared/git/settings.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { open } from '../../_shared/secrets/box.ts'
import { allowHostCall, callersAccess, notConnected } from './git-host.ts'

export interface ProjectHost {
  source: ProjectSource
  integration: HostIntegration
  ref: RepositoryRef
}

/** Where the repository of a project is, for who has the permission there. */
export async function projectHost(
  c: AppContext,
  projectId: number,
  permission: ProjectPermission,
): Promise<ProjectHost> {
  // Before the permission: who is not signed in would hear that they lack it.
  signedIn(c)
  await rpc(c, 'check_project_permission', { p_project_id: projectId, p_permission: permission })
  const source = await projectSource(projectId)
  if (!source) throw refusalFor('project_without_repository')
  const {
    workspace_integration_id: id,
    external_id,
    external_slug,
    external_org_slug,
    remote_url_http,
  } = source.repository
  const integration = id === null ? null : await findIntegration(id)
  if (!integration?.enabled || !isHostIntegration(integration)) throw refusalFor('integration_not_found')
  // Where the integration leads elsewhere by now, the id means another repository.
  if (!isOwnUrl(await gitSettings(integration), remote_url_http)) throw refusalFor('repository_not_on_host')
  await allowHostCall(c, integration.workspace_id)
  const ref = { externalId: external_id, externalSlug: external_slug, externalOrgSlug: external_org_slug }
  return { source, integration, ref }
}

/** A client for it: as the caller, or else as the project's service account. */
export async function projectClient(c: AppContext, projectId: number, { source, integration }: ProjectHost) {
  const access = (await callersAccess(c, integration)) ?? (await serviceAccess(projectId, source))
  if (!access) throw notConnected()
  return gitClient(await gitSettings(integration), access)
}

/** A client with the credentials of a service account. */
export async function basicClient(
  integration: HostIntegration,
  username: string,
  password: string,
): Promise<GitClient> {
  return gitClient(await gitSettings(integration), { type: 'basic', username, password })
}

/** What the service account of a project is let in with. */
export async function serviceAccess(
  projectId: number,
  { service_account: account }: ProjectSource,
): Promise<Extract<GitAccess, { type: 'basic' }> | null> {
  if (!account?.token) return null
  const password = await open(account.token, `project:${projectId}:token`)
  return { type: 'basic', username: account.username, password }
}
