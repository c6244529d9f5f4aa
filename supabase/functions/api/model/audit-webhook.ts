// The audit webhook of a workspace as the API shows it.
import { z } from '@hono/zod-openapi'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { withUserId } from './person.ts'

const statusSchema = z.enum(['active', 'failing', 'paused', 'off']).meta({
  description:
    '`active`: entries are taken. `failing`: they were not taken, and are sent again at `next_try_at`. `paused`: not taken for three days; `resume` goes on. `off`: the workspace is locked, or its plan has no activity.',
})

export const auditWebhookSchema = z
  .object({
    url: z.string().meta({ example: 'https://siem.acme.example/waymark' }),
    status: statusSchema,
    creator: z
      .object({ user_id: idSchema('usr'), display_name: z.string() })
      .nullable()
      .meta({ description: 'Who set it last.' }),
    created_at: timestamp,
    delivered: z.number().int().meta({ description: 'How many entries were taken.' }),
    delivered_at: timestamp.nullable(),
    waiting: z
      .number()
      .int()
      .meta({ description: 'How many entries were not taken yet; 1,000 stands for more, too.' }),
    tried_at: timestamp.nullable(),
    next_try_at: timestamp.nullable(),
    failing_since: timestamp.nullable(),
    paused_at: timestamp.nullable(),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the last batch was not taken.', example: 'siem.acme.example answered 503.' }),
  })
  .meta({ id: 'AuditWebhook' })

export const auditWebhookBody = z
  .object({
    url: z.string().max(2000).meta({ example: 'https://siem.acme.example/waymark' }),
    new_secret: z.boolean().optional().meta({
      description:
        'Whether the secret is replaced by a new one. The first one is made without being asked for.',
    }),
    seen: z
      .object({ url: z.string().max(2000).nullable() })
      .partial()
      .optional()
      .meta({
        description:
          'The address that the caller saw; null for none. Where there is another one by now, nothing is written: 409.',
      }),
  })
  .meta({ id: 'AuditWebhookSettings' })

export const setAuditWebhookSchema = auditWebhookSchema
  .extend({
    secret: z.string().nullable().meta({
      description:
        'What bodies are signed with (Standard Webhooks); shown in this answer only, null where it stays.',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    }),
  })
  .meta({ id: 'AuditWebhookSet' })

type AuditWebhookRow = RowOf<
  'audit_webhook',
  'creator' | 'delivered_at' | 'tried_at' | 'next_try_at' | 'failing_since' | 'paused_at' | 'problem',
  { status: z.infer<typeof statusSchema>; creator: { user_id: number; display_name: string } | null }
>

declare module '../../_shared/db/rest.ts' {
  interface Results {
    audit_webhook_of: AuditWebhookRow | null
    set_audit_webhook: AuditWebhookRow
    resume_audit_webhook: AuditWebhookRow
  }
}

/** The row as the API answers it. */
export function auditWebhookView(row: AuditWebhookRow): z.infer<typeof auditWebhookSchema> {
  return { ...row, creator: row.creator && withUserId(row.creator) }
}
