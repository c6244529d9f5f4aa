// The workspace's sign-in integrations, through the facade: it seals their secrets.
import { useQueryClient } from '@tanstack/react-query'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import type { IntegrationKind } from '../../../shared/sign-in/kinds.ts'
import type { ConfigType } from './settings.ts'

liveKeys({ workspace_integrations: [['integrations']] })

export interface Integration {
  id: string
  name: string
  kind: IntegrationKind
  enabled: boolean
  allow_user_login: boolean
  allow_user_register: boolean
  config_type: ConfigType
  config: Record<string, unknown>
  has_secrets: boolean
  is_default_idp: boolean
  callback_key: string
  callback_url: string | null
  metadata_url: string | null
}

export interface IntegrationInput {
  name: string
  enabled: boolean
  allow_user_login: boolean
  allow_user_register: boolean
  config_type?: ConfigType
  config?: Record<string, string | boolean | null>
  secrets?: Record<string, string>
  unset_all_saml_idps?: boolean
  callback_key?: string
}

const asMe = <T>(method: string, path: string, json?: unknown) => callAsMe<T>(path, { method, json })

const scope = (workspaceId: number) => `/workspaces/${encodeId('wk', workspaceId)}/vcs-integrations`

/** The integrations of this workspace, oldest first. */
export function useIntegrations() {
  const workspace = useWorkspace()
  return useRead({
    key: ['integrations'],
    read: async () => (await asMe<{ items: Integration[] }>('GET', scope(workspace.id))).items,
  })
}

/** Adds, changes, tries and uninstalls integrations; the list follows. Each throws ApiProblem. */
export function useIntegrationCalls() {
  const { id: workspaceId } = useWorkspace()
  const client = useQueryClient()
  const refreshed = async <T>(call: Promise<T>): Promise<T> => {
    const answer = await call
    await client.invalidateQueries({ queryKey: ['integrations'] })
    return answer
  }
  return {
    add: (kind: IntegrationKind, input: IntegrationInput) =>
      refreshed(asMe<Integration>('POST', scope(workspaceId), { kind, ...input })),
    change: (id: string, input: Partial<IntegrationInput>) =>
      refreshed(asMe<Integration>('PATCH', `/vcs-integrations/${id}`, input)),
    uninstall: (id: string) => refreshed(asMe<void>('DELETE', `/vcs-integrations/${id}`)),
    test: (wish: {
      kind: IntegrationKind
      config: Record<string, string | boolean>
      secrets: Record<string, string>
      workspace_integration_id?: string
    }) => asMe<{ success: boolean; message: string }>('POST', `${scope(workspaceId)}/test`, wish),
  }
}
