// A Git host as the caller reaches it: by an integration of their workspace, with their own connected account.
import { signedIn } from '../../_shared/auth/caller.ts'
import { throttle } from '../../_shared/db/service.ts'
import { findIntegration } from '../../_shared/db/service-integrations.ts'
import type { WorkspacePermission } from '../../_shared/domain/roles.ts'
import type { GitAccess } from '../../_shared/git/api.ts'
import { type GitClient, gitClient } from '../../_shared/git/client.ts'
import type { GitFailure, Outcome } from '../../_shared/git/outcome.ts'
import { gitSettings, type HostIntegration, isHostIntegration } from '../../_shared/git/settings.ts'
import { ownAccess } from '../../_shared/git/tokens.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { limit } from '../../_shared/http/limit.ts'
import { type ProblemError, refusal, refusalFor, tooManyRequests } from '../../_shared/http/problem.ts'
import { requireInWorkspace } from './permissions.ts'

/** The Git integration of a workspace in which the caller has the permission; to others it is not there. */
export async function hostIntegration(
  c: AppContext,
  id: number,
  permission: WorkspacePermission = 'WorkspaceProjectsCreate',
): Promise<HostIntegration> {
  signedIn(c)
  const integration = await findIntegration(id)
  if (!integration) throw refusalFor('integration_not_found')
  await requireInWorkspace(c, integration.workspace_id, permission)
  if (!integration.enabled || !isHostIntegration(integration)) throw refusalFor('integration_not_found')
  return integration
}

/** Lets a call of a host through: 300 in five minutes of one person, 1,500 of one workspace. */
export async function allowHostCall(c: AppContext, workspaceId: number): Promise<void> {
  await limit(c, 'git-host', 300, 300)
  const wait = await throttle(`git-host-workspace:${workspaceId}`, 1500, 300)
  if (wait > 0) throw tooManyRequests(wait)
}

/** What the caller's own connected account is let in with; null where they have none. */
export function callersAccess(c: AppContext, integration: HostIntegration): Promise<GitAccess | null> {
  const { authId } = signedIn(c)
  return ownAccess({ authId, integrationId: integration.id }, () => gitSettings(integration))
}

/** The host, as the caller. Throws what screens show the prompt to connect for, where they have no account there. */
export async function callersHost(c: AppContext, integration: HostIntegration): Promise<GitClient> {
  await allowHostCall(c, integration.workspace_id)
  const access = await callersAccess(c, integration)
  if (!access) throw notConnected()
  return gitClient(await gitSettings(integration), access)
}

/** The refusal for who has no account at the host: screens show the prompt to connect. */
export function notConnected(): ProblemError {
  return failed({ reason: 'reconnect', message: 'Connect your account at this provider first.' })
}

/** What a host answered, or the refusal that its failure becomes. */
export function answered<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw failed(outcome.failure)
  return outcome.value
}

/**
 * A host's failure as a problem. Its `reason` says what to do about it: with `reconnect` the caller connects their account
 * anew. It is never 401, which would mean the caller's session.
 */
function failed({ reason, message, retryAfter }: GitFailure): ProblemError {
  if (reason === 'rate_limited') return tooManyRequests(retryAfter ?? 60)
  if (reason === 'not_found') return refusal('NOT_FOUND', message)
  if (reason === 'conflict') return refusal('CONFLICT', message)
  if (reason === 'invalid') return refusal('VALIDATION_ERROR', message)
  return refusal('VCS_PROVIDER_ERROR', message, { status: 400, extra: { reason } })
}
