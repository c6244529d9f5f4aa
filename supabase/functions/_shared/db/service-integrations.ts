// The service role's calls about signing in with a provider: its settings with their sealed secrets, the one-use states
// between two requests, and what the provider said. Continues service.ts, the one module of the service role.
import type { ExternalIdentity } from '../git/provider.ts'
import type { Box } from '../secrets/box.ts'
import { serviceCall as call } from './service.ts'
import type { Detour, Entry } from './service-entering.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_connect_external: { id: number; workspace_integration_id: number; username: string }
    svc_external_login: Entry | Detour
    svc_hold_sso_code: Held | null
    svc_integration: Integration | null
    svc_peek_login_state: LoginState | null
    svc_put_login_state: { workspace_id: number; kind: string; expires_at: string }
    svc_saml_request_get: string | null
    svc_saml_request_take: string | null
    svc_take_login_state: LoginState | null
    svc_take_sso_code: { integration_id: number; workspace_id: number; profile: ExternalIdentity } | null
  }
}

type Client = string | null

/** An integration with its sealed secrets: never passed on. */
export interface Integration {
  id: number
  workspace_id: number
  name: string
  kind: string
  flow: 'builtin' | 'basic' | 'oauth' | 'saml'
  enabled: boolean
  allow_user_login: boolean
  config_type: 'default' | 'custom'
  config: Record<string, unknown>
  /** Names its present settings. */
  revision: string
  /** Of the redirect address of a custom configuration. */
  callback_key: string
  secrets: Record<string, Box>
  workspace: { id: number; slug: string; name: string; domain: string | null }
}

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

export interface LoginState {
  purpose: 'login' | 'connect'
  integration_id: number
  workspace_id: number
  verifier: string | null
  return_to: string | null
  auth_id: string | null
  data: { redirect_uri?: string; revision?: string }
}

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

interface Held {
  integration_id: number
  profile: ExternalIdentity
  workspace: string
  /** Whose account it would be: the address that was said, where it is the account's, or else its username. */
  account: string | null
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

/** Writes a refused sign-in into the workspace's trail. */
export function logSignInRefused(integrationId: number, reason: string, client: Client) {
  return call('svc_log_sign_in_refused', {
    p_integration_id: integrationId,
    p_reason: reason,
    p_client: client,
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
