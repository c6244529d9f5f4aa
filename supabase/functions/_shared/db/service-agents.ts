// Agents that a person lets in by OAuth (supabase/schemas/sign_in/oauth_clients.sql).
import type { RowOf } from '../domain/contract.ts'
import { serviceCall as call } from './service.ts'

type Client = string | null

declare module './service.ts' {
  interface ServiceResults {
    svc_register_oauth_client: RegisteredClient
    svc_oauth_client: KnownClient
    svc_keep_oauth_client: boolean
    svc_take_oauth_code: TakenCode | null
  }
}

export interface RegisteredClient {
  retry_after: number
  /** null where an address for its codes is not allowed. */
  client_id: string | null
  name: string
  created_at: number
}

/** `is_fresh`: what its address says of it was read within the hour; never of one that registered itself. */
export type KnownClient = RowOf<'known_agent'>

/** `resource`: what the agent said it will ask, when it was allowed. */
export type TakenCode = RowOf<'taken_oauth_code', 'resource' | 'domain'>

/** An agent registers itself. */
export function registerAgent(name: string, redirectUris: string[], client: Client) {
  return call('svc_register_oauth_client', { p_name: name, p_redirect_uris: redirectUris, p_client: client })
}

/** Whether an agent is known. */
export function knownAgent(clientId: string) {
  return call('svc_oauth_client', { p_client_id: clientId })
}

/** Keeps what an agent's address says of it; false where no code may be sent to it. */
export function keepAgent(clientId: string, name: string, redirectUris: string[]) {
  return call('svc_keep_oauth_client', {
    p_client_id: clientId,
    p_name: name,
    p_redirect_uris: redirectUris,
  })
}

/** Whom to open a session for; null for a code that is not good. */
export function takeAgentCode(shown: {
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}) {
  return call('svc_take_oauth_code', {
    p_code: shown.code,
    p_client_id: shown.clientId,
    p_redirect_uri: shown.redirectUri,
    p_verifier: shown.verifier,
  })
}

/** Makes a session that of the agent which showed the code. */
export function noteAgentSignIn(code: string, authId: string, sessionId: string, client: Client) {
  return call('svc_note_oauth_sign_in', {
    p_code: code,
    p_auth_id: authId,
    p_session_id: sessionId,
    p_client: client,
  })
}

/** Ends the session of an agent; any other goes on. */
export function endAgentSession(authId: string, sessionId: string) {
  return call('svc_end_oauth_session', { p_auth_id: authId, p_session_id: sessionId })
}
