import { callApi } from '../../shared/data/api.ts'
import type { Me } from '../../shared/data/me.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    slug_available: SlugAnswer
  }
}

/** Whether an address belongs to any workspace; 422 for what is no address. */
export function hasWorkspaces(email: string): Promise<{ has_workspaces: boolean }> {
  return callApi('/workspaces/has-email', { method: 'POST', json: { email } })
}

/** Mails the list of workspaces of an address to it. */
export function mailWorkspaces(email: string): Promise<void> {
  return callApi('/auth/find-workspaces', { method: 'POST', json: { email } })
}

/** Mails a confirmation code; 429 when too many were asked for. */
export function sendCode(email: string): Promise<void> {
  return callApi('/auth/signup/code', { method: 'POST', json: { email } })
}

export interface NewWorkspace {
  email: string
  code: string
  slug: string
  name?: string
}

export interface CreatedWorkspace {
  token: string
  workspace: { id: string; slug: string; name: string }
  is_account_info_collected: boolean
}

/** Redeems the code: account, workspace and session, or a problem on field code or slug. */
export function createWorkspace(input: NewWorkspace): Promise<CreatedWorkspace> {
  return callApi('/auth/signup/workspace', { method: 'POST', json: input })
}

export interface SlugAnswer extends RowOf<'slug_answer', 'reason'> {
  reason: null | 'invalid' | 'reserved' | 'taken'
}

/** Whether a workspace URL is free. */
export function slugAvailability(slug: string): Promise<SlugAnswer> {
  return rpc('slug_available', { p_slug: slug })
}

/** Sets the first password of the account whose token is given. */
export function setPassword(password: string, token: string | null): Promise<void> {
  return callApi('/auth/password', { method: 'POST', json: { new_password: password }, token })
}

export interface AccountUpdate {
  firstName: string
  lastName: string
  survey: Record<string, string>
  /** Ends the account step. */
  complete?: boolean
}

/** Saves names and survey answers of whoever is signed in. */
export function updateAccount(update: AccountUpdate): Promise<Me> {
  return rpc('update_account', {
    p_first_name: update.firstName,
    p_last_name: update.lastName,
    p_survey: update.survey,
    p_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    p_complete: update.complete ?? false,
  })
}
