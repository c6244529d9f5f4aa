// The workspace's sign-in integrations, through the facade: it seals their secrets.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
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
    read: () => readIntegrations(workspace.id),
  })
}

const readIntegrations = async (workspaceId: number) =>
  (await asMe<{ items: Integration[] }>('GET', scope(workspaceId))).items

/** Reads an integration as it is now; 404 once it is uninstalled. */
export function useReadIntegration(): (id: string) => Promise<Integration> {
  const workspace = useWorkspace()
  return async (id) => {
    const found = (await readIntegrations(workspace.id)).find((one) => one.id === id)
    if (!found)
      throw new ApiProblem({
        code: 'NOT_FOUND',
        status: 404,
        detail: 'This integration is gone.',
        fields: [],
      })
    return found
  }
}

const integrations = ['integrations']
const updated = 'Workspace Integration Updated'

/** Adds an integration. */
export function useAddIntegration() {
  const { id: workspaceId } = useWorkspace()
  return useChange({
    run: (input: IntegrationInput & { kind: IntegrationKind }) =>
      asMe<Integration>('POST', scope(workspaceId), input),
    changes: integrations,
    success: 'Workspace Integration Added',
  })
}

/** Changes an integration, or turns it on and off. */
export function useChangeIntegration(id: string) {
  return useChange({
    run: (input: Partial<IntegrationInput> & { seen?: Record<string, unknown> }) =>
      asMe<Integration>('PATCH', `/vcs-integrations/${id}`, input),
    changes: integrations,
    success: updated,
  })
}

/** Uninstalls an integration. */
export function useUninstallIntegration() {
  return useChange({
    run: ({ id }: Integration) => asMe<void>('DELETE', `/vcs-integrations/${id}`),
    changes: integrations,
    success: (_done, { name }) => `Your integration ${name} was uninstalled.`,
    failure: (_error, { name }) => `Error uninstalling integration ${name}.`,
  })
}

interface Trial {
  kind: IntegrationKind
  config: Record<string, string | boolean>
  secrets: Record<string, string>
  workspace_integration_id?: string
}

/** Tries settings out before they are kept. */
export function useTestIntegration() {
  const { id: workspaceId } = useWorkspace()
  return useChange({
    run: (trial: Trial) =>
      asMe<{ success: boolean; message: string }>('POST', `${scope(workspaceId)}/test`, trial),
  })
}
