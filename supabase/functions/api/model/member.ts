// A member of a workspace as the API shows them.
import { z } from '@hono/zod-openapi'
import type { Page } from '../../_shared/domain/contract.ts'
import type { Numbered } from '../../_shared/domain/ids.ts'
import { timestamp } from '../../_shared/http/describe.ts'
import { pageSchema } from '../../_shared/http/paging.ts'
import { personFields, workspaceRole } from './person.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    list_members: Page<MemberRow>
  }
}

export const memberSchema = z
  .object({
    ...personFields,
    role: workspaceRole,
    last_seen_at: timestamp.nullable(),
    created_at: timestamp,
    is_me: z.boolean(),
    may_change_role: z.boolean().meta({ description: 'Whether the caller may change the role.' }),
    may_remove: z.boolean(),
    reason: z.string().nullable().meta({
      description: 'Why the caller may not.',
      example: 'You cannot change a member who outranks you.',
    }),
  })
  .meta({ id: 'Member' })

export type MemberRow = Numbered<z.infer<typeof memberSchema>, 'user_id'>

export const memberPageSchema = pageSchema('MemberList', memberSchema)
