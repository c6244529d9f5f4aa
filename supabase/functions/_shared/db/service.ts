// The one module that acts as nobody in particular (service role): sign-in and sign-up, before there is a
// caller, and the counting of rate limits. Each call is one named function of the database, nothing else.
import type { PostgrestClient } from '@supabase/postgrest-js'
import { config } from '../config.ts'
import type { ActivityEventRow } from '../domain/activity-event.ts'
import type { AnswerOf, ArgsOf, RowOf, ServiceFunctionName } from '../domain/contract.ts'
import type { Database } from '../domain/database.gen.ts'
import { keyHeaders } from './keys.ts'
import { clientWith, declaredRowsOf } from './rest.ts'

type Client = string | null

let service: PostgrestClient<Database> | undefined

/**
 * What functions answer the service, where the generated types know less: Json, or values without their nulls. Each is
 * declared once, beside the call.
 */
export interface ServiceResults {
  svc_audit_token: number | null
  svc_audit_trail: ActivityEventRow[]
  svc_check_code: 'ok' | 'wrong' | 'spent'
  svc_login_lookup: RowOf<'login_lookup', 'auth_id' | 'auth_email'>
  svc_request_code: RowOf<'requested_code'>
  svc_signup_auth_id: string | null
  svc_signup_workspace: NewWorkspace
  svc_why_ended: RowOf<'session_end', 'reason'>
  svc_workspace_access: WorkspaceAccess | null
  svc_workspace_token: RowOf<'workspace_grant'> | null
}

/** Calls a function of the database as the service role; for this module and its continuations only. */
export async function serviceCall<Name extends ServiceFunctionName>(
  name: Name,
  args: ArgsOf<Name>,
): Promise<AnswerOf<Name, ServiceResults>> {
  service ??= clientWith(keyHeaders(config().serviceKey))
  // Names and arguments are one pair by the signature. The cast is for the client, which resolves its overloads by a name
  // that is known, and knows here only that it is one of all.
  return declaredRowsOf(await service.rpc(name, args as Database['public']['Functions'][Name]['Args']))
}

/** Counts a hit of a rate limit; 0 while within it, else the seconds to wait. */
export function throttle(key: string, maximum: number, windowSeconds: number) {
  return serviceCall('svc_throttle', { p_key: key, p_maximum: maximum, p_window_seconds: windowSeconds })
}

/** What a workspace token is worth; null for one that does not hold. */
export function exchangeWorkspaceToken(token: string) {
  return serviceCall('svc_workspace_token', { p_token: token })
}

/** The workspace whose trail an audit token reads; null for one that does not hold. */
export function exchangeAuditToken(token: string, client: Client) {
  return serviceCall('svc_audit_token', { p_token: token, p_client: client })
}

/** The trail of the workspace of an audit token, onward from an event. */
export function auditTrailOf(token: string, after: number | null, limit: number) {
  return serviceCall('svc_audit_trail', { p_token: token, p_after: after, p_limit: limit })
}

/** Tells a workspace of a sign-in that failed there. */
export function signInFailed(
  workspaceId: number,
  reason: 'wrong_password' | 'locked',
  who: { identifier: string; client: Client; userAgent: string | null },
) {
  return serviceCall('svc_sign_in_failed', {
    p_workspace_id: workspaceId,
    p_reason: reason,
    p_identifier: who.identifier,
    p_client: who.client,
    p_user_agent: who.userAgent,
  })
}

/** The credential behind an e-mail address or username; nulls for a stranger. */
export function loginLookup(identifier: string, client: Client, browserHash: string | null) {
  return serviceCall('svc_login_lookup', {
    p_identifier: identifier,
    p_client: client,
    p_browser_hash: browserHash,
  })
}

/** Records how an attempt ended; a success clears the failures before it and makes the browser a known one. */
export function loginResult(identifier: string, client: Client, ok: boolean, browserHash: string | null) {
  return serviceCall('svc_login_result', {
    p_identifier: identifier,
    p_client: client,
    p_ok: ok,
    p_browser_hash: browserHash,
  })
}

/**
 * Lets the password of a credential be set, once and within a minute, for who proved an address by code. `tells`: the
 * account hears of it by mail.
 */
export function permitPassword(
  authId: string,
  { tells, userAgent = null }: { tells: boolean; userAgent?: string | null },
  client: Client,
) {
  return serviceCall('svc_permit_password', {
    p_auth_id: authId,
    p_tells: tells,
    p_client: client,
    p_user_agent: userAgent,
  })
}

/** Why a refresh token is refused; one that was used before ends its session. */
export function whyEnded(refreshToken: string) {
  return serviceCall('svc_why_ended', { p_refresh_token: refreshToken })
}

/**
 * Whether somebody may enter. `covered`: the session counts there, being for this workspace and opened by its provider where
 * that is asked; `by_provider`: only sessions that its providers opened count.
 */
export type WorkspaceAccess = RowOf<'workspace_access', 'role' | 'lock_reason' | 'owner_email'>

/** Whether somebody may enter a workspace now with this session; null when there is no such workspace. */
export function workspaceAccess(authId: string, workspaceId: number, sessionId: string | null) {
  return serviceCall('svc_workspace_access', {
    p_auth_id: authId,
    p_workspace_id: workspaceId,
    p_session_id: sessionId,
  })
}

/** Mails a fresh code to an address; it counts in the browser that asks. */
export function requestCode(purpose: 'signup', email: string, client: Client, browserHash: string) {
  return serviceCall('svc_request_code', {
    p_purpose: purpose,
    p_email: email,
    p_client: client,
    p_browser_hash: browserHash,
  })
}

/** Whether a code holds in this browser; a wrong one costs an attempt, a right one is not used up. */
export function checkCode(
  purpose: 'signup',
  email: string,
  code: string,
  browserHash: string | null,
  client: Client,
) {
  return serviceCall('svc_check_code', {
    p_purpose: purpose,
    p_email: email,
    p_code: code,
    p_browser_hash: browserHash,
    p_client: client,
  })
}

/** The credential that an address already has. */
export function signupAuthId(email: string) {
  return serviceCall('svc_signup_auth_id', { p_email: email })
}

export type NewWorkspace = RowOf<'new_workspace', never, { workspace: RowOf<'named_workspace'> }>

/** Uses the code up and makes account and workspace: all or nothing. */
export function signupWorkspace(request: {
  authId: string
  email: string
  code: string
  slug: string
  name: string
  client: Client
  browser: string | null
}) {
  return serviceCall('svc_signup_workspace', {
    p_auth_id: request.authId,
    p_email: request.email,
    p_code: request.code,
    p_slug: request.slug,
    p_name: request.name,
    p_client: request.client,
    p_browser_hash: request.browser,
  })
}

/** Whether an address belongs to a member of any workspace. */
export function hasWorkspaces(email: string) {
  return serviceCall('svc_has_workspaces', { p_email: email })
}

/** Mails the list of workspaces, if any; the seconds to wait when asked too often, else 0. */
export function mailWorkspaces(email: string, client: Client) {
  return serviceCall('svc_mail_workspaces', { p_email: email, p_client: client })
}
