// An agent that asks to be let in: who it says it is, and what the person answers.
import { callAsMe } from '../../shared/data/as-me.ts'
import { useChange } from '../../shared/data/change.ts'
import { useRead } from '../../shared/data/read.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { type AgentRequest, describedAt } from './request.ts'

interface Agent {
  name: string | null
  registered_at: string | null
  workspace: string | null
}

declare module '../../shared/data/supabase.ts' {
  interface Results {
    oauth_request: Agent
    allow_oauth_client: string | null
  }
}

/** The agent; all null where it is not known, or its answer may not go where it says. */
export function useAgent(request: AgentRequest) {
  const { id } = useWorkspace()
  const { clientId, redirectUri } = request
  return useRead({
    key: ['oauth-request', { clientId, redirectUri }],
    read: async () => {
      // The server reads what the address says first.
      if (describedAt(request) !== null)
        await callAsMe('/auth/oauth/client', { method: 'POST', json: { client_id: clientId } })
      return rpc('oauth_request', { p_workspace_id: id, p_client_id: clientId, p_redirect_uri: redirectUri })
    },
    retry: false,
  })
}

/** Lets it in: the code that the browser takes to it, null where it may not be. */
export function useAllowAgent(request: AgentRequest, onCode: (code: string | null) => void) {
  const { id } = useWorkspace()
  return useChange({
    run: () =>
      rpc('allow_oauth_client', {
        p_workspace_id: id,
        p_client_id: request.clientId,
        p_redirect_uri: request.redirectUri,
        p_challenge: request.challenge,
        ...(request.resource === null ? {} : { p_resource: request.resource }),
      }),
    onDone: onCode,
  })
}
