import type { StackInfo } from '../../support/stack.ts'
import { call } from './call.ts'
import { sql, type Workspace } from './people.ts'

export interface IntegrationAnswer {
  id: string
  name: string
  kind: string
  enabled: boolean
  config: Record<string, unknown>
  has_secrets: boolean
  is_default_idp: boolean
  callback_url: string | null
  metadata_url: string | null
}

/** Adds an integration as the workspace's owner. */
export async function anIntegration(
  stack: StackInfo,
  workspace: Workspace,
  settings: { kind: string; name?: string; config?: object; secrets?: object; config_type?: string },
): Promise<IntegrationAnswer> {
  const answer = await call(stack, `/workspaces/${workspace.id}/vcs-integrations`, {
    token: workspace.owner.token,
    json: { name: settings.kind, ...settings },
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json()
}

/** Lets a provider's word about addresses count everywhere, as an operator may say of one of his own. */
export async function trust(stack: StackInfo, kind: string, hostUrl: string, apiUrl = ''): Promise<void> {
  await sql(
    stack,
    'insert into private.trusted_providers (kind, host_url, api_url) values ($1, $2, $3) on conflict do nothing',
    [kind, hostUrl, apiUrl],
  )
}

/** Why sign-ins by an integration were refused, as the trail of its workspace tells it, oldest first. */
export async function refusedSignIns(stack: StackInfo, { name }: IntegrationAnswer): Promise<string[]> {
  const events = await sql<{ reason: string }>(
    stack,
    `select metadata ->> 'reason' as reason from public.activity_events
     where type = 'workspace.sign_in.refused' and metadata ->> 'integration' = $1 order by id`,
    [name],
  )
  return events.map(({ reason }) => reason)
}
