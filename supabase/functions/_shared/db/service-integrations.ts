// The service role's calls about signing in with a provider: its settings with their sealed secrets, the one-use states
// between two requests, and what the provider said. Continues service.ts, the one module of the service role.
import type { RowOf } from '../domain/contract.ts'
import type { ExternalIdentity } from '../git/provider.ts'
import type { Box } from '../secrets/box.ts'
import { serviceCall as call } from './service.ts'
import type { Detour, Entry } from './service-entering.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_connect_external: RowOf<'connected_account'>
    svc_external_login: Entry | Detour
    svc_hold_sso_code: RowOf<'held_sso_code', 'account', { profile: ExternalIdentity }> | null
    svc_integration: Integration | null
    svc_peek_login_state: RowOf<'login_under_way', 'return_to', LoginKnown> | null
    svc_put_login_state: RowOf<'left_login'>
    svc_saml_request_get: string | null
    svc_saml_request_take: string | null
    svc_take_login_state: ReturnedLogin | null
    svc_take_sso_code: RowOf<'taken_sso_code', never, { profile: ExternalIdentity }> | null
  }
}

type Client = string | null

/** An integration with its sealed secrets: never passed on. */
export type Integration = RowOf<
  'opened_integration',
  never,
  {
    flow: 'builtin' | 'basic' | 'oauth' | 'saml'
    config_type: 'default' | 'custom'
    config: Record<string, unknown>
    secrets: Record<string, Box>
    workspace: RowOf<'integration_workspace', 'domain'>
  }
>

/** An integration by its number; null when there is none. */
export function findIntegration(id: number) {
  return call('svc_integration', { p_integration_id: id })
}

export interface NewState {
  stateHash: string
  purpose: 'login' | 'connect'
  integrationId: number
  browserHash: string
  /** Sealed; of PKCE. */
  verifier: string | null
  returnTo: string | null
  popup: boolean
  /** Who connects. */
  authId: string | null
  /** Where the provider is asked to send the browser back to. */
  redirectUri: string
  /** The settings that it is asked with. */
  revision: string
}

/** Keeps the state of a sign-in for ten minutes. */
export function putLoginState(state: NewState) {
  return call('svc_put_login_state', {
    p_state_hash: state.stateHash,
    p_purpose: state.purpose,
    p_integration_id: state.integrationId,
    p_browser_hash: state.browserHash,
    p_verifier: state.verifier,
    p_return_to: state.returnTo,
    p_popup: state.popup,
    p_auth_id: state.authId,
    p_data: { redirect_uri: state.redirectUri, revision: state.revision },
  })
}

interface LoginKnown {
  purpose: 'login' | 'connect'
  data: { redirect_uri?: string; revision?: string }
}

/** A sign-in that came back from its provider, in the browser that began it. */
export type ReturnedLogin = RowOf<'returned_login', 'verifier' | 'return_to' | 'auth_id', LoginKnown>

/** What a state was made for, without using it up. */
export function peekLoginState(stateHash: string) {
  return call('svc_peek_login_state', { p_state_hash: stateHash })
}

/** Uses a state up; null when it expired, was used, or belongs to another browser. */
export function takeLoginState(stateHash: string, browserHash: string) {
  return call('svc_take_login_state', { p_state_hash: stateHash, p_browser_hash: browserHash })
}

/** Keeps who an assertion is about, for the minute until the browser redeems the code. */
export function putSsoCode(
  codeHash: string,
  integrationId: number,
  stateHash: string | null,
  profile: ExternalIdentity,
) {
  return call('svc_put_sso_code', {
    p_code_hash: codeHash,
    p_integration_id: integrationId,
    p_state_hash: stateHash,
    p_profile: { ...profile },
  })
}

/** What a code that nobody asked for would do; from now on it is this browser's. */
export function holdSsoCode(codeHash: string, browserHash: string) {
  return call('svc_hold_sso_code', { p_code_hash: codeHash, p_browser_hash: browserHash })
}

/** Redeems it once: with its state, or without one in the browser that was asked. */
export function takeSsoCode(
  codeHash: string,
  { stateHash = null, browserHash = null }: { stateHash?: string | null; browserHash?: string | null },
) {
  return call('svc_take_sso_code', {
    p_code_hash: codeHash,
    p_state_hash: stateHash,
    p_browser_hash: browserHash,
  })
}

/** Remembers a SAML request. */
export function putSamlRequest(id: string, integrationId: number, value: string) {
  return call('svc_saml_request_put', { p_id: id, p_integration_id: integrationId, p_value: value })
}

/** Looks a SAML request up. */
export function getSamlRequest(id: string, integrationId: number) {
  return call('svc_saml_request_get', { p_id: id, p_integration_id: integrationId })
}

/** Looks a SAML request up and forgets it. */
export function takeSamlRequest(id: string, integrationId: number) {
  return call('svc_saml_request_take', { p_id: id, p_integration_id: integrationId })
}

/** Whether an assertion comes for the first time. */
export function samlAssertionOnce(integrationId: number, id: string, expiresAt: Date) {
  return call('svc_saml_assertion_once', {
    p_integration_id: integrationId,
    p_assertion_id: id,
    p_expires_at: expiresAt.toISOString(),
  })
}

/** Of `wrong_password` no other one hides, nor it others: each cause has its own bound. */
export interface RefusedSignIn {
  cause: 'wrong_password' | 'provider' | 'answer'
  /** As it was said; the trail alone tells it. */
  reason: string
  /** What somebody typed as their name there. */
  username?: string | null
}

/** Writes a refused sign-in into the workspace's trail. */
export function logSignInRefused(integrationId: number, refused: RefusedSignIn, client: Client) {
  return call('svc_log_sign_in_refused', {
    p_integration_id: integrationId,
    p_cause: refused.cause,
    p_reason: refused.reason,
    p_client: client,
    p_username: refused.username ?? null,
  })
}

/** Counts an attempt by name and password; the seconds to wait, or 0. */
export function basicAttempt(integrationId: number, username: string, client: Client) {
  return call('svc_basic_attempt', {
    p_integration_id: integrationId,
    p_username: username,
    p_client: client,
  })
}

/** Clears the failures before a success. */
export function basicSuccess(integrationId: number, username: string) {
  return call('svc_basic_success', { p_integration_id: integrationId, p_username: username })
}

/** What comes of who a provider, asked with the settings that the integration shows, says somebody is. */
export function externalLogin(
  integration: Pick<Integration, 'id' | 'revision'>,
  identity: ExternalIdentity,
  authId: string | null,
  browserHash: string | null,
  client: Client,
) {
  return call('svc_external_login', {
    p_integration_id: integration.id,
    p_revision: integration.revision,
    p_external_id: identity.externalId,
    p_username: identity.username,
    p_emails: identity.emails,
    p_data: dataOf(identity),
    p_auth_id: authId,
    p_browser_hash: browserHash,
    p_client: client,
  })
}

/** Connects an account of a provider, asked with the settings that the integration shows, to who is signed in. */
export function connectExternal(
  { authId, sessionId }: { authId: string; sessionId: string | null },
  integration: Pick<Integration, 'id' | 'revision'>,
  identity: ExternalIdentity,
  tokens: Record<string, Box>,
) {
  return call('svc_connect_external', {
    p_auth_id: authId,
    p_session_id: sessionId,
    p_integration_id: integration.id,
    p_revision: integration.revision,
    p_external_id: identity.externalId,
    p_username: identity.username,
    p_data: dataOf(identity),
    p_tokens: tokens,
  })
}

function dataOf({ firstName, lastName, avatarUrl }: ExternalIdentity) {
  return { first_name: firstName, last_name: lastName, avatar_url: avatarUrl }
}
