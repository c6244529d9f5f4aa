// What the account's settings read and change.
import { messageOf } from '../../shared/data/api.ts'
import { callAsMe } from '../../shared/data/as-me.ts'
import { useChange } from '../../shared/data/change.ts'
import type { Me } from '../../shared/data/me.ts'
import { useRead } from '../../shared/data/read.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    add_email: RowOf<'added_email', 'id'>
    remove_email: Me
    resend_email_code: RowOf<'code_sent'>
    set_primary_email: Me
  }
}

const asMe = <T>(method: string, path: string, json?: unknown) => callAsMe<T>(path, { method, json })

/** Adds an address and mails its code. When asked too often nothing is added, and the seconds to wait are above 0. */
export const addEmail = (email: string) => rpc('add_email', { p_email: email })

/** Mails the code of an address once more. */
export const resendCode = (id: number) => rpc('resend_email_code', { p_email_id: id })

/** Confirms the address that the code was mailed to. */
export const confirmEmail = (email: string, code: string) =>
  asMe<void>('POST', '/emails/confirm', { confirmation_code: code, email })

/** Makes a confirmed address the primary one. */
export const setPrimary = (id: number) => rpc('set_primary_email', { p_email_id: id })

/** Takes an address off the account. */
export const removeEmail = (id: number) => rpc('remove_email', { p_email_id: id })

/** Switches the daily digest of a workspace on or off. */
export const setDigest = (workspaceId: number, receive: boolean) =>
  rpc('set_daily_summary', { p_workspace_id: workspaceId, p_receive: receive })

/** Whether one gets mails about mentions in this workspace. */
export function useMentionMails(userId: number) {
  const workspace = useWorkspace()
  return useRead({
    key: ['mention-mails'],
    read: async () => {
      const query = supabase
        .from('workspace_members')
        .select('receive_mentions')
        .eq('workspace_id', workspace.id)
        .eq('user_id', userId)
      return (await unwrap(query.maybeSingle()))?.receive_mentions ?? true
    },
  })
}

/** Switches mails about mentions in this workspace on or off, and says so. */
export function useMentionMailsChange(userId: number) {
  const workspace = useWorkspace()
  return useChange({
    run: (receive: boolean) =>
      unwrap(
        supabase
          .from('workspace_members')
          .update({ receive_mentions: receive })
          .eq('workspace_id', workspace.id)
          .eq('user_id', userId)
          .select('receive_mentions'),
      ),
    changes: ['mention-mails'],
    success: (_done, receive) =>
      `You have ${receive ? 'subscribed to' : 'unsubscribed from'} mails about mentions`,
    failure: () => 'Something went wrong, please try again later',
  })
}

/** Whether the workspace sends the digest to its guests. */
export function useGuestDigest(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['guest-digest'],
    read: async () => {
      const query = supabase.from('workspaces').select('guests_receive_daily_digest').eq('id', workspace.id)
      const row = await unwrap(query.maybeSingle())
      return row?.guests_receive_daily_digest ?? false
    },
    enabled,
  })
}

export interface AccountSession {
  id: string
  device: string
  browser: string | null
  os: string | null
  ip_address: string | null
  created_at: string
  last_seen_at: string
  current: boolean
}

/** Where the account is signed in. */
export function useSessions() {
  return useRead({
    key: ['sessions'],
    read: async () => (await asMe<{ items: AccountSession[] }>('GET', '/auth/sessions')).items,
    staleTime: 0,
  })
}

/** Signs one session out, or all but this one. */
export function useSignOutSession() {
  return useChange({
    run: (id: string | 'others') =>
      asMe<void>('DELETE', id === 'others' ? '/auth/sessions?others=true' : `/auth/sessions/${id}`),
    changes: ['sessions'],
    success: (_done, id) => (id === 'others' ? 'All other sessions were signed out.' : 'Signed out there.'),
    failure: (error) => messageOf(error),
  })
}

/** Everything the product keeps of the account. */
export const exportAccount = () => rpc('export_account')

/** Deletes the account for good; `username` is typed to confirm. */
export const deleteAccount = (username: string) => rpc('delete_account', { p_username: username })
