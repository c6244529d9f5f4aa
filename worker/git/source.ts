// Where a project's content comes from and what opens it, from the database; opened in this process, with the key of
// its environment.
import type { Pool } from 'pg'
import { ownCallbackPath, sharedCallbackPath } from '../../supabase/functions/_shared/domain/callback.ts'
import { type GitKind, isGitKind } from '../../supabase/functions/_shared/domain/git-hosts.ts'
import { sentenceOf } from '../../supabase/functions/_shared/domain/reasons.ts'
import { isOwnUrl } from '../../supabase/functions/_shared/git/address.ts'
import type { GitAccess } from '../../supabase/functions/_shared/git/api.ts'
import { customSettings, defaultSettings } from '../../supabase/functions/_shared/git/index.ts'
import type { RepositoryRef } from '../../supabase/functions/_shared/git/model.ts'
import type { ProviderSettings } from '../../supabase/functions/_shared/git/provider.ts'
import { type Box, open, openAll, SealError } from '../../supabase/functions/_shared/secrets/box.ts'
import type { Config } from '../config.ts'
import { type Account, renewed } from './account.ts'
import { RemoteError } from './failures.ts'

/** What `svc_project_source` answers: all of it sealed. */
export interface SourceRow {
  project: { id: number; slug: string; workspace_id: number }
  repository: {
    remote_url_http: string
    external_id: string
    external_slug: string
    external_org_slug: string
    commit_statuses: boolean
    pull_request_comments: boolean
  }
  integration: Integration | null
  service_account: { username: string; token: Box } | null
  account: { id: number; external_id: string; secrets: Record<string, Box> } | null
}

interface Integration {
  id: number
  kind: string
  enabled: boolean
  config_type: string
  config: Record<string, unknown>
  callback_key: string
  workspace_id: number
  secrets: Record<string, Box>
  workspace: { slug: string }
}

/** The repository of a project, reached by an integration that is there and switched on. */
export interface Source {
  url: string
  integrationId: number
  repository: RepositoryRef
  project: { slug: string }
  workspace: { slug: string }
  commitStatuses: boolean
  pullRequestComments: boolean
  settings: ProviderSettings
  /** What the host is asked with; null where nobody gave the project credentials, for what anybody reads. */
  access: GitAccess | null
  /** Whether that is the project's service account. */
  isServiceAccount: boolean
}

interface Surroundings {
  db: Pool
  config: Pick<Config, 'publicUrl'>
}

/**
 * Reads it. Throws RemoteError where the project has no repository any more that could be read. For an author the host is asked
 * as their account, where they have one there, else as the project's service account; never as anybody else.
 */
export async function readSource(
  surroundings: Surroundings,
  projectId: string,
  authorId?: number,
): Promise<Source> {
  const { db } = surroundings
  const { rows } = await db.query<{ source: SourceRow | null }>(
    'select public.svc_project_source($1) as source',
    [projectId],
  )
  const found = rows[0]?.source
  return openSource(
    surroundings,
    found && authorId !== undefined ? await ofAuthor(db, found, authorId) : found,
  )
}

/** Opens what was read of it. Throws as `readSource` does. */
export async function openSource(
  surroundings: Surroundings,
  source: SourceRow | null | undefined,
): Promise<Source> {
  try {
    return await sourceOf(surroundings, source)
  } catch (error) {
    if (error instanceof SealError) throw new RemoteError('refused', sentenceOf('secret_unreadable'))
    throw error
  }
}

async function sourceOf({ db, config }: Surroundings, source: SourceRow | null | undefined): Promise<Source> {
  if (!source?.integration?.enabled || !isGitKind(source.integration.kind))
    throw new RemoteError(
      'refused',
      'The integration that this project comes by was removed or switched off.',
    )
  const { integration, repository, project } = source
  const settings = await settingsOf(config.publicUrl, integration.kind as GitKind, integration)
  // Credentials of one host never go to another, which the integration may name by now.
  if (!isOwnUrl(settings, repository.remote_url_http))
    throw new RemoteError('refused', sentenceOf('repository_not_on_host'))
  return {
    url: repository.remote_url_http,
    integrationId: integration.id,
    repository: {
      externalId: repository.external_id,
      externalSlug: repository.external_slug,
      externalOrgSlug: repository.external_org_slug,
    },
    project: { slug: project.slug },
    workspace: { slug: integration.workspace.slug },
    commitStatuses: repository.commit_statuses,
    pullRequestComments: repository.pull_request_comments,
    settings,
    access: await accessOf(db, source, integration.id, settings),
    isServiceAccount: source.service_account !== null,
  }
}

/** The same; null where nobody can be asked: the integration is gone, switched off, or leads elsewhere. */
export async function sourceIfAny(surroundings: Surroundings, projectId: string): Promise<Source | null> {
  try {
    return await readSource(surroundings, projectId)
  } catch (error) {
    if (error instanceof RemoteError && error.kind === 'refused') return null
    throw error
  }
}

async function ofAuthor(db: Pool, source: SourceRow, authorId: number): Promise<SourceRow> {
  const { rows } = await db.query<{ account: SourceRow['account'] }>(
    'select public.svc_account_at_host($1, $2) as account',
    [source.project.id, authorId],
  )
  const account = rows[0]?.account ?? null
  return { ...source, account, service_account: account ? null : source.service_account }
}

async function settingsOf(
  publicUrl: string,
  kind: GitKind,
  integration: Integration,
): Promise<ProviderSettings> {
  const { config_type, config, callback_key, workspace_id, secrets } = integration
  if (config_type === 'custom') {
    const opened = await openAll(secrets, `workspace:${workspace_id}`)
    return customSettings(kind, config, opened, publicUrl + ownCallbackPath(callback_key))
  }
  const settings = defaultSettings(kind, publicUrl + sharedCallbackPath)
  // What only a registration can do is not done without one; public repositories are read all the same, at the public host.
  return settings ?? customSettings(kind, {}, {}, publicUrl + sharedCallbackPath)
}

async function accessOf(
  db: Pool,
  { project, service_account, account }: SourceRow,
  integrationId: number,
  settings: ProviderSettings,
): Promise<GitAccess | null> {
  if (service_account) {
    const password = await open(service_account.token, `project:${project.id}:token`)
    return { type: 'basic', username: service_account.username, password }
  }
  if (!account) return null
  const mine: Account = {
    id: account.id,
    context: `integration:${integrationId}:account:${account.external_id}`,
  }
  const { accessToken, username, password } = await openAll(account.secrets, mine.context)
  if (username && password) return { type: 'basic', username, password }
  if (!accessToken) return null
  return { type: 'oauth', accessToken, renew: (stale) => renewed(db, mine, settings, stale) }
}
