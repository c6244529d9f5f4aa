// A group as the API shows it, and its admins.
import { z } from '@hono/zod-openapi'
import type { Page, RowOf } from '../../_shared/domain/contract.ts'
import { encodeId, type Numbered } from '../../_shared/domain/ids.ts'
import { gatheringDescription, gatheringName } from '../../_shared/domain/validation.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { pageSchema } from '../../_shared/http/paging.ts'
import { personFields, workspaceRole } from './person.ts'
import { lookFields, presentationSchema } from './presentation.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    group_details: GroupRow
    group_invitations: GroupInviteRow[]
    group_members: Page<GroupMemberRow>
    list_groups: Page<GroupRow>
    update_group: RowOf<'group_change', never, { group: GroupRow }>
  }
}

const visibility = z
  .enum(['internal', 'public'])
  .meta({ description: 'An internal group has no public projects.', example: 'internal' })

/** What may be said of a group. */
export const groupFields = {
  name: gatheringName.meta({ example: 'Payments' }),
  description: gatheringDescription.meta({ example: 'Everything about money' }),
  visibility,
  ...lookFields,
}

export const groupSchema = z
  .object({
    id: idSchema('grp'),
    workspace_id: idSchema('wk'),
    name: z.string().meta({ example: 'Payments' }),
    slug: z.string().meta({ example: 'payments-1f3a' }),
    description: z.string(),
    visibility,
    icon: z.string().meta({ example: 'cabinet-filing' }),
    icon_color: z.string().meta({ example: '#2ea44e' }),
    presentation: presentationSchema,
    created_at: timestamp,
    updated_at: timestamp,
    projects_count: z.int().meta({ description: 'Projects that the caller may read.', example: 3 }),
    admins_count: z.int().nullable().meta({ description: 'Null for who may not see the admins.' }),
    invitations_count: z.int().nullable(),
    is_admin: z.boolean().meta({ description: 'Whether the caller administers the group.' }),
    my_permissions: z.array(z.string()).meta({ example: ['group_view'] }),
  })
  .meta({ id: 'Group' })

export type GroupRow = Omit<Numbered<z.infer<typeof groupSchema>, 'id' | 'workspace_id'>, 'presentation'>

export const groupPageSchema = pageSchema('GroupList', groupSchema)

/** The row as the API answers it. */
export function groupView(row: GroupRow): z.infer<typeof groupSchema> {
  const { icon, icon_color } = row
  return {
    ...row,
    id: encodeId('grp', row.id),
    workspace_id: encodeId('wk', row.workspace_id),
    presentation: { icon, icon_color },
  }
}

export const groupMemberSchema = z
  .object({
    ...personFields,
    emails: z.array(z.string()).meta({ description: 'Empty for who may not read the members.' }),
    role: z.literal('admin'),
    workspace_role: workspaceRole,
    workspace_permissions: z.array(z.string()).meta({ example: ['WorkspaceProjectsView'] }),
    created_at: timestamp,
  })
  .meta({ id: 'GroupMember' })

export type GroupMemberRow = Numbered<z.infer<typeof groupMemberSchema>, 'user_id'>

export const groupMemberPageSchema = pageSchema('GroupMemberList', groupMemberSchema)

export const groupInviteSchema = z
  .object({
    invitation_id: idSchema('wkinv'),
    email: z.string().meta({ example: 'grace@example.com' }),
    role: z.literal('admin'),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'GroupInvite' })

export type GroupInviteRow = Numbered<z.infer<typeof groupInviteSchema>, 'invitation_id'>
