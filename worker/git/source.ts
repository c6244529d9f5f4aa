// Where a project's content comes from and what opens it, from the database; opened in this process, with the key of
// its environment.
import type { Pool } from 'pg'
import { type Box, open } from '../../supabase/functions/_shared/secrets/box.ts'
import { basicHeader, tokenHeader } from './authorization.ts'
import { RemoteError } from './failures.ts'

interface SourceRow {
  project: { id: number; slug: string; workspace_id: number }
  repository: {
    remote_url_http: string
    external_id: string
    external_slug: string
    external_org_slug: string
    default_branch: string
  }
  integration: { id: number; kind: string; enabled: boolean } | null
  service_account: { username: string; token: Box } | null
  account: { id: number; external_id: string; secrets: Record<string, Box> } | null
}

/** The repository of a project, reached by an integration that is there and switched on. */
export interface Source {
  url: string
  kind: string
  /** What Git is let in with; null where nobody gave the project credentials, for what anybody reads. */
  authorization: string | null
}

/** Reads it. Throws RemoteError where the project has no repository any more that could be read. */
export async function readSource(db: Pool, projectId: string): Promise<Source> {
  const { rows } = await db.query<{ source: SourceRow | null; on_host: boolean | null }>(
    `select public.svc_project_source($1) as source, (
       select private.is_on_host(i, r.remote_url_http)
       from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id
       where r.project_id = $1) as on_host`,
    [projectId],
  )
  const source = rows[0]?.source
  if (!source?.integration?.enabled)
    throw new RemoteError(
      'refused',
      'The integration that this project comes by was removed or switched off.',
    )
  // Credentials of one host never go to another, which the integration may name by now.
  if (rows[0]?.on_host !== true)
    throw new RemoteError('refused', 'The repository of this project is not at its integration’s host.')
  const { integration, repository } = source
  return {
    url: repository.remote_url_http,
    kind: integration.kind,
    authorization: await authorizationOf(source),
  }
}

async function authorizationOf({
  project,
  integration,
  service_account,
  account,
}: SourceRow): Promise<string | null> {
  if (service_account)
    return basicHeader(
      service_account.username,
      await open(service_account.token, `project:${project.id}:token`),
    )
  const token = account?.secrets.accessToken
  if (!integration || !account || !token) return null
  return tokenHeader(
    integration.kind,
    await open(token, `${accountContext(integration.id, account.external_id)}:accessToken`),
  )
}

/** What the tokens of a connected account are sealed for. */
function accountContext(integrationId: number, externalId: string): string {
  return `integration:${integrationId}:account:${externalId}`
}
