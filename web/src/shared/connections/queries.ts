// The accounts that somebody connected at the integrations of a workspace.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../data/as-me.ts'
import { useRead } from '../data/read.ts'
import { liveKeys } from '../data/realtime.ts'
import { rpc } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'
import type { IntegrationKind, SignInFlow } from '../integrations/kinds.ts'
import { answerBody, type ProviderAnswer } from '../provider-popup/answer.ts'

declare module '../data/supabase.ts' {
  interface Results {
    connected_accounts: Connection[]
  }
}

liveKeys({ external_users: [['connections']], workspace_integrations: [['connections']] })

export interface Connection {
  workspace_integration_id: number
  name: string
  kind: IntegrationKind
  flow: SignInFlow
  external_user_id: number | null
  username: string | null
  /** Of repositories that are made there; null where the integration does not say. */
  default_visibility?: string | null
}

/** What the account can be connected to in this workspace, and is. */
export function useConnections() {
  const workspace = useWorkspace()
  return useRead({
    key: ['connections'],
    read: () => rpc('connected_accounts', { p_workspace_id: workspace.id }),
  })
}

/** A name and its password at a provider without a page for this. */
export interface Credentials {
  username_or_email: string
  password: string
}

/** Connects by what a provider's page answered, or by name and password. */
export function connect(integrationId: number, by: ProviderAnswer | Credentials) {
  return callAsMe<unknown>('/auth/connect', {
    method: 'POST',
    json: {
      workspace_integration_id: encodeId('wkintg', integrationId),
      ...('code' in by ? answerBody(by) : by),
    },
  })
}

/** Undoes a connection; 403 for the last way in. */
export function disconnect(externalUserId: number) {
  return callAsMe<void>(`/auth/external-users/${externalUserId}`, { method: 'DELETE' })
}
