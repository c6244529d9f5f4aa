// What programs get of the trail: tokens that read it, and the webhook that sends it on.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem, messageOf, refusal } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

type Creator = { creator: RowOf<'token_creator'> | null }

export type AuditToken = RowOf<'audit_token', 'last_used', Creator>
export type AuditWebhook = RowOf<
  'audit_webhook',
  'delivered_at' | 'tried_at' | 'next_try_at' | 'failing_since' | 'paused_at' | 'problem',
  { status: 'active' | 'failing' | 'paused' | 'off' } & Creator
>

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    list_audit_tokens: AuditToken[]
    create_audit_token: RowOf<'new_audit_token', 'last_used', Creator>
    audit_webhook_of: AuditWebhook | null
    resume_audit_webhook: AuditWebhook
  }
}

const pollMs = 15_000

/** The audit tokens by name, without what they open. */
export function useAuditTokens(enabled: boolean) {
  const { id } = useWorkspace()
  return useRead({
    key: ['audit-tokens'],
    read: () => rpc('list_audit_tokens', { p_workspace_id: id }),
    // Nothing tells of a token, or of its use.
    staleTime: 0,
    refetchInterval: pollMs,
    enabled,
  })
}

const tokens = ['audit-tokens']

/** Makes a token; `access_token` of the answer is the only place that ever shows it. */
export function useCreateAuditToken() {
  const { id } = useWorkspace()
  return useChange({
    run: (name: string) => rpc('create_audit_token', { p_workspace_id: id, p_name: name }),
    changes: tokens,
  })
}

/** Revokes a token at once. */
export function useRevokeAuditToken() {
  return useChange({
    run: ({ id }: AuditToken) => rpc('delete_audit_token', { p_id: id }),
    changes: tokens,
    success: (_done, { name }) => `${name} was revoked.`,
    failure: (error, { name }) => `Unable to remove ${name}: ${messageOf(error)}`,
  })
}

const webhook = ['audit-webhook']

/** Where the trail is sent, and what came of it; null where it is sent nowhere. */
export function useAuditWebhook(enabled: boolean) {
  const { id } = useWorkspace()
  return useRead({
    key: ['audit-webhook'],
    read: () => rpc('audit_webhook_of', { p_workspace_id: id }),
    staleTime: 0,
    // The worker sends every minute, and nothing tells of it, or of another address.
    refetchInterval: pollMs,
    enabled,
  })
}

/** Reads the address as it is now; empty where there is none. */
export function useReadWebhookUrl(): () => Promise<string> {
  const { id } = useWorkspace()
  return async () => (await rpc('audit_webhook_of', { p_workspace_id: id }))?.url ?? ''
}

interface WebhookSettings {
  url: string
  new_secret?: boolean
  /** What the changer saw: 409 where somebody else has set another address since, or removed it. */
  seen: { url?: string }
}

const putWebhook = (workspaceId: number, json: WebhookSettings) =>
  callAsMe<{ secret: string | null }>(`/workspaces/${encodeId('wk', workspaceId)}/audit-webhook`, {
    method: 'PUT',
    json,
  })

/** Sets the address; `secret` of the answer is the only place that ever shows it, null where it stays. */
export function useSetAuditWebhook() {
  const { id } = useWorkspace()
  return useChange({
    run: (settings: WebhookSettings) => putWebhook(id, settings),
    changes: webhook,
    success: ({ secret }) => (secret === null ? 'Save Successful' : null),
    // What is wrong with the address stands at its field.
    failure: (error) =>
      error instanceof ApiProblem && error.fields.length > 0
        ? null
        : `Unable to save the webhook: ${messageOf(error)}`,
  })
}

/** Makes another secret for the address as it is now, whoever set it; the answer is the only place that shows it. */
export function useNewAuditSecret() {
  const { id } = useWorkspace()
  const readUrl = useReadWebhookUrl()
  return useChange({
    run: async () => {
      const url = await readUrl()
      if (url === '') throw refusal('It was removed meanwhile.')
      return putWebhook(id, { url, new_secret: true, seen: { url } })
    },
    changes: webhook,
    failure: 'Unable to save the webhook',
  })
}

/** Sends a signed body without events; what was answered. */
export function useTestAuditWebhook() {
  const { id } = useWorkspace()
  return useChange({
    run: () =>
      callAsMe<{ success: boolean; message: string }>(
        `/workspaces/${encodeId('wk', id)}/audit-webhook/test`,
        { method: 'POST' },
      ),
  })
}

/** Sends again what was not taken. */
export function useResumeAuditWebhook() {
  const { id } = useWorkspace()
  return useChange({
    run: () => rpc('resume_audit_webhook', { p_workspace_id: id }),
    changes: webhook,
    success: 'What waits is sent within a minute.',
    failure: 'Unable to resume the webhook',
  })
}

/** Sends the trail nowhere any more. */
export function useRemoveAuditWebhook() {
  const { id } = useWorkspace()
  return useChange({
    run: () => rpc('delete_audit_webhook', { p_workspace_id: id }),
    changes: webhook,
    success: 'The webhook was removed.',
    failure: 'Unable to remove the webhook',
  })
}
