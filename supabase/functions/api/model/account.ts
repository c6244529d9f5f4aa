// The caller's account as rpc me() returns it and as the API shows it.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import { workspaceRoles } from '../../_shared/domain/roles.ts'
import type { Account } from '../../_shared/domain/rows.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { refusal } from '../../_shared/http/problem.ts'

const emailSchema = z.object({
  id: z.int(),
  email: z.string().meta({ example: 'ada@example.com' }),
  is_primary: z.boolean(),
  confirmed_at: timestamp.nullable(),
})

const membershipSchema = z.object({
  workspace_id: idSchema('wk'),
  slug: z.string().meta({ example: 'analytical-engines' }),
  name: z.string().meta({ example: 'Analytical Engines' }),
  logo_url: z.string().nullable(),
  role: z.enum(workspaceRoles).meta({ example: 'maker' }),
  locked: z.boolean().meta({ description: 'Whether the workspace is closed to the caller.' }),
  receive_daily_summary: z.boolean(),
})

export const accountSchema = z
  .object({
    id: idSchema('usr'),
    username: z.string().meta({ example: 'ada' }),
    first_name: z.string().meta({ example: 'Ada' }),
    last_name: z.string().meta({ example: 'Lovelace' }),
    avatar_url: z.string().nullable(),
    timezone: z.string().nullable().meta({ example: 'Europe/London' }),
    is_site_admin: z.boolean(),
    is_account_info_collected: z.boolean(),
    has_password: z.boolean(),
    survey: z.record(z.string(), z.unknown()),
    emails: z.array(emailSchema),
    memberships: z.array(membershipSchema),
    created_at: timestamp,
  })
  .meta({ id: 'Account' })

export type AccountView = z.infer<typeof accountSchema>

/** The account as the API shows it; 404 for a session whose account is gone. */
export function accountView(row: Account | null): AccountView {
  if (!row) throw refusal('NOT_FOUND', 'There is no account for this session.')
  const memberships = row.memberships.map((membership) => ({
    ...membership,
    workspace_id: encodeId('wk', membership.workspace_id),
  }))
  return { ...row, id: encodeId('usr', row.id), memberships }
}
