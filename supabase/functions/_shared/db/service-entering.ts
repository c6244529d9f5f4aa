// The service role's calls about entering a workspace (supabase/schemas/joining/entering.sql): who somebody is was proven before,
// the database decides what follows. Continues service.ts, the one module of the service role.
import type { RowOf } from '../domain/contract.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_accept_invitation: Entry
    svc_confirm_member_email: Confirmation
    svc_enter_workspace: Entry
    svc_invitation: FoundInvitation | null
    svc_redeem_reset: Reset
    svc_request_member_code: RowOf<'code_wait'>
    svc_request_reset: RowOf<'code_wait'>
    svc_request_workspace_signup: RowOf<'code_wait'>
    svc_unsubscribe: RowOf<
      'unsubscribed',
      never,
      { workspace: RowOf<'named_workspace'>; kind: 'daily_summary' | 'mentions' }
    > | null
    svc_workspace_signup: Entry | Detour
  }
}

type Client = string | null

type EntryRow = RowOf<
  'entry',
  | 'role'
  | 'join_request_status'
  | 'email'
  | 'owner_email'
  | 'lock_reason'
  | 'user_id'
  | 'auth_id'
  | 'auth_email'
  | 'has_password'
  | 'only_workspace_id',
  { join_request_status: 'created' | 'denied' | 'disabled' | null }
>

/** Somebody is in. Only of them it is always known whose credential they have. */
interface Entered extends EntryRow {
  outcome: 'member' | 'provisioned' | 'invited' | 'approved_domain'
  entered: true
  confirmation_required: false
  role: NonNullable<EntryRow['role']>
  auth_id: string
  auth_email: string
  has_password: boolean
}

/** Somebody has to prove an address first. */
interface Unconfirmed extends EntryRow {
  outcome: 'confirmation_required'
  entered: false
  confirmation_required: true
  email: string
}

/** The workspace stays closed to them. */
interface Outside extends EntryRow {
  outcome: 'join_request' | 'locked'
  entered: false
  confirmation_required: false
}

/** How an attempt to enter ended. */
export type Entry = Entered | Unconfirmed | Outside

interface NeedsCredential extends EntryRow {
  outcome: 'needs_credential'
  entered: false
  confirmation_required: false
  email: string
}

interface NoWay extends EntryRow {
  outcome: 'no_email' | 'not_registered' | 'invalid_code' | 'spent_code'
  entered: false
  confirmation_required: false
}

/** What has to be done before the database can say more, or why nothing more is done. */
export type Detour = NeedsCredential | NoWay

/** Enters with a credential that was proven by password or by a mailed code. */
export function enterWorkspace(authId: string, workspaceId: number, browserHash: string, client: Client) {
  return call('svc_enter_workspace', {
    p_auth_id: authId,
    p_workspace_id: workspaceId,
    p_browser_hash: browserHash,
    p_client: client,
  })
}

/** Mails a code for an account in a workspace; it counts in the browser that asks. */
export function requestWorkspaceSignup(slug: string, email: string, client: Client, browserHash: string) {
  return call('svc_request_workspace_signup', {
    p_slug: slug,
    p_email: email,
    p_client: client,
    p_browser_hash: browserHash,
  })
}

/** Redeems it; without a credential it may ask for one first. */
export function workspaceSignup(
  request: { workspaceId: number; email: string; code: string; browserHash: string | null },
  authId: string | null,
  client: Client,
) {
  return call('svc_workspace_signup', {
    p_workspace_id: request.workspaceId,
    p_email: request.email,
    p_code: request.code,
    p_auth_id: authId,
    p_client: client,
    p_browser_hash: request.browserHash,
  })
}

/** Mails a code for a new password, to a confirmed address of an account; it counts in the browser that asks. */
export function requestReset(email: string, client: Client, browserHash: string) {
  return call('svc_request_reset', { p_email: email, p_client: client, p_browser_hash: browserHash })
}

type ResetRow = RowOf<'password_reset', 'auth_id' | 'auth_email'>

interface Redeemed extends ResetRow {
  outcome: 'ok'
  auth_id: string
  auth_email: string
}

interface NotRedeemed extends ResetRow {
  outcome: 'invalid_code' | 'spent_code' | 'not_member'
}

/** What came of a reset code. */
export type Reset = Redeemed | NotRedeemed

/** Redeems a reset code; it stays usable when the account is no member of the workspace. */
export function redeemReset(
  email: string,
  code: string,
  workspaceId: number | null,
  client: Client,
  browserHash: string | null,
) {
  return call('svc_redeem_reset', {
    p_email: email,
    p_code: code,
    p_workspace_id: workspaceId,
    p_client: client,
    p_browser_hash: browserHash,
  })
}

/** How a session was opened; the database keeps it, and says by it what the session may do. */
export interface Opening {
  method: 'password' | 'code' | 'provider'
  /** Of a provider, with the settings that it was asked with. */
  integration?: { id: number; revision: string }
  /** The workspace on whose provider's word alone it was opened. */
  onlyWorkspaceId?: number | null
  /** Whether that is because of the custom domain it was opened at. */
  isAtDomain?: boolean
}

/** Records how somebody signed in; a device that was not seen before gets a mail sent. */
export function noteSignIn(
  authId: string,
  sessionId: string,
  opening: Opening,
  { userAgent, client }: { userAgent: string | null; client: Client },
) {
  return call('svc_note_sign_in', {
    p_auth_id: authId,
    p_session_id: sessionId,
    p_method: opening.method,
    p_user_agent: userAgent,
    p_client: client,
    p_integration_id: opening.integration?.id ?? null,
    p_revision: opening.integration?.revision ?? null,
    p_only_workspace_id: opening.onlyWorkspaceId ?? null,
    p_is_at_domain: opening.isAtDomain ?? false,
  })
}

/** `by_provider`: the workspace has switched e-mail and password off. */
export type FoundInvitation = RowOf<
  'found_invitation',
  'auth_id' | 'auth_email' | 'invited_by',
  {
    state: 'ok' | 'expired' | 'revoked' | 'declined' | 'used' | 'locked' | 'seat_limit'
    workspace: RowOf<'inviting_workspace', 'logo_url'>
  }
>

/** What an invitation's token stands for; null for nothing. */
export function findInvitation(token: string) {
  return call('svc_invitation', { p_token: token })
}

/** Accepts it as the owner of a credential: by the session that they are in, or by a password. */
export function acceptInvitation(token: string, authId: string, by: 'session' | 'password', client: Client) {
  return call('svc_accept_invitation', {
    p_token: token,
    p_auth_id: authId,
    p_client: client,
    p_by_password: by === 'password',
  })
}

/** Declines it for whoever holds the link. */
export function declineInvitation(token: string, client: Client) {
  return call('svc_decline_invitation', { p_token: token, p_client: client })
}

/** Mails the code that a sign-in of this browser waits for once more. */
export function requestMemberCode(
  workspaceId: number,
  email: string,
  browserHash: string | null,
  client: Client,
) {
  return call('svc_request_member_code', {
    p_workspace_id: workspaceId,
    p_email: email,
    p_browser_hash: browserHash,
    p_client: client,
  })
}

/** How confirming an address went. */
export type Confirmation = RowOf<
  'confirmed_email',
  'email',
  { outcome: 'confirmed' | 'invalid_code' | 'spent_code' | 'invalid_token' }
>

/** Confirms the address of a member who is signing in; without one, the address that this browser's sign-in waits for. */
export function confirmMemberEmail(
  workspaceId: number,
  email: string | null,
  code: string,
  browserHash: string | null,
  client: Client,
) {
  return call('svc_confirm_member_email', {
    p_workspace_id: workspaceId,
    p_email: email,
    p_code: code,
    p_browser_hash: browserHash,
    p_client: client,
  })
}

/** Ends mails of the kind that a link is for; null for a token that is none. */
export function unsubscribe(token: string) {
  return call('svc_unsubscribe', { p_token: token })
}
