// The calls of the auth area. Ids go out in their public form.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callApi } from '../../shared/data/api.ts'
import { callAsMe } from '../../shared/data/as-me.ts'
import { useRead } from '../../shared/data/read.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'
import type { IntegrationKind, SignInFlow } from '../../shared/integrations/kinds.ts'
import { answerBody, type ProviderAnswer } from '../../shared/provider-popup/answer.ts'
import type { JoinRequestStatus } from './join-request.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    email_confirmation: RowOf<'email_confirmation'> | null
    login_integrations: LoginIntegration[]
  }
}

/** How a sign-in ended; with a token, the session's cookie is set as well. */
export interface LoginResult {
  token: string | null
  join_request_status: JoinRequestStatus | null
  confirmation_required: boolean
  /** The address to confirm, when that is required. */
  email?: string
  user_role?: string
  /** Whom a sign-in that nobody asked for would sign in, and where. */
  continue_as?: { name: string; workspace: string }
  /** Absolute address to go on to, after a sign-in at a provider. */
  return_to?: string | null
}

export interface LoginIntegration {
  id: number
  name: string
  kind: IntegrationKind
  allow_user_login: boolean
  allow_user_register: boolean
  flow: SignInFlow
  is_default_idp: boolean
}

/** The ways into a workspace that are switched on. */
export function useLoginIntegrations(slug: string) {
  return useRead({
    key: ['login-integrations', { slug }],
    anybody: true,
    read: () => rpc('login_integrations', { p_slug: slug }),
  })
}

const post = <T>(path: string, json: unknown, token?: string | null) =>
  callApi<T>(path, { method: 'POST', json, ...(token === undefined ? {} : { token }) })

interface Credentials {
  identifier: string
  password: string
  /** Absent for the built-in integration. */
  integrationId?: number | undefined
}

/** Signs in to a workspace with a name and a password, here or at a directory. */
export function login(
  { id, slug }: { id: number; slug: string },
  { identifier, password, integrationId }: Credentials,
) {
  return post<LoginResult>('/auth/login', {
    username_or_email: identifier,
    password,
    workspace_id: encodeId('wk', id),
    ...(integrationId === undefined
      ? {}
      : { workspace: slug, workspace_integration_id: encodeId('wkintg', integrationId) }),
    source: 'web',
  })
}

/** Signs in with what a provider answered. */
export function loginByCode(answer: ProviderAnswer) {
  return post<LoginResult>('/auth/login', { ...answerBody(answer), source: 'web' })
}

/**
 * Signs in with the code of an identity provider that began by itself, once it is `confirmed`; before that it tells
 * whom that would be. `integration` is its public id.
 */
export function loginByUnaskedCode(code: string, integration: string, confirmed: boolean) {
  const json = { code, workspace_integration_id: integration, confirmed, source: 'web' }
  return post<LoginResult>('/auth/login', json)
}

/** Mails a code for an account in a workspace. */
export function sendSignupCode(workspace: string, email: string) {
  return post<void>('/auth/signup/email/code', { email, workspace })
}

/** Makes the account that the code was asked for. */
export function signUp(workspaceId: number, input: { email: string; code: string; password: string }) {
  return post<LoginResult>('/auth/signup/email', { ...input, workspace_id: encodeId('wk', workspaceId) })
}

const inWorkspace = (workspaceId: number | null) =>
  workspaceId === null ? {} : { workspace_id: encodeId('wk', workspaceId) }

/** Mails a code for a new password, if there is such an account. */
export function sendResetCode(workspaceId: number | null, email: string) {
  return post<void>('/auth/password/code', { email, ...inWorkspace(workspaceId) })
}

/** Chooses a new password with the code. */
export function resetPassword(
  workspaceId: number | null,
  input: { email: string; code: string; password: string },
) {
  return post<LoginResult>('/auth/password/reset', { ...input, ...inWorkspace(workspaceId) })
}

/** Mails the code that confirms a member's address once more. */
export function sendMemberCode(workspaceId: number, email: string) {
  return post<void>(`/workspaces/${encodeId('wk', workspaceId)}/member-emails/code`, { email })
}

/** Confirms a member's address. */
export function confirmMember(workspaceId: number, code: string) {
  const path = `/workspaces/${encodeId('wk', workspaceId)}/member-emails/confirm`
  return post<void>(path, { confirmation_code: code })
}

/** Confirms an address by the link of its mail. */
export function confirmByLink(token: string) {
  return callAsMe<void>('/emails/confirm', { method: 'POST', json: { token } })
}

/** Which address the link of a mail adds to which account; null for one that does not hold. */
export const findConfirmation = (token: string) => rpc('email_confirmation', { p_token: token })

export interface Invitation {
  email: string
  state: 'ok' | 'expired' | 'revoked' | 'declined' | 'used' | 'locked' | 'seat_limit'
  has_account: boolean
  workspace: { id: string; slug: string; name: string; logo_url: string | null }
  role: string
  invited_by: string | null
}

/** What an invitation's token stands for; 404 for none. */
export function useInvitation(token: string) {
  return useRead({
    key: ['invitation', { token }],
    anybody: true,
    read: () => callApi<Invitation>(`/auth/invitations/${encodeURIComponent(token)}`),
    enabled: token !== '',
  })
}

const invitationPath = (token: string, step: 'accept' | 'decline') =>
  `/auth/invitations/${encodeURIComponent(token)}/${step}`

interface NewAccount {
  password: string
  first_name?: string
  last_name?: string
}

/** Accepts an invitation: with the password of its (new or known) account, or as who is signed in. */
export function acceptInvitation(token: string, by: NewAccount | { accessToken: string | null }) {
  const path = invitationPath(token, 'accept')
  return 'password' in by ? post<LoginResult>(path, by) : post<LoginResult>(path, {}, by.accessToken)
}

/** Declines an invitation. */
export function declineInvitation(token: string) {
  return post<void>(invitationPath(token, 'decline'), {})
}
