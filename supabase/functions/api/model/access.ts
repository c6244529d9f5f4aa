// Who has access to a project as the API shows it, each with the reason.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import { projectMemberRoles, projectRoles } from '../../_shared/domain/roles.ts'
import { projectVisibility } from '../../_shared/domain/validation.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { pageSchema } from '../../_shared/http/paging.ts'
import { personFields, workspaceRole } from './person.ts'

export const projectMemberRole = z.enum(projectMemberRoles).meta({
  description: '`inherit` gives what the workspace role means.',
  example: 'editor',
})

const projectRole = z.enum(projectRoles).meta({ example: 'editor' })

const reasonSchema = z
  .object({
    source: z.enum(['global', 'direct', 'team', 'group', 'workspace']).meta({ example: 'team' }),
    role: projectRole,
    counts: z.boolean().meta({ description: 'Whether the role comes from this.' }),
    sentence: z.string().meta({ example: 'editor, because of the team Checkout' }),
    team_id: idSchema('team').optional(),
    team: z.string().optional(),
    group_id: idSchema('grp').optional(),
    group: z.string().optional(),
  })
  .meta({ id: 'AccessReason' })

const accessSchema = z
  .object({
    ...personFields,
    workspace_role: workspaceRole,
    role: projectMemberRole.nullable().meta({ description: 'What was given by name; null for nothing.' }),
    effective_role: projectRole.nullable(),
    sources: z.array(reasonSchema),
    explanation: z.string().meta({ example: 'editor, because the project was shared by name' }),
    may_change: z.boolean(),
    may_remove: z.boolean(),
  })
  .meta({ id: 'ProjectMember' })

const invitedSchema = z.object({
  invitation_id: idSchema('wkinv'),
  email: z.string().meta({ example: 'grace@example.com' }),
  role: projectMemberRole,
  expires_at: timestamp,
})

const everyoneSchema = z.object({
  workspace_role: workspaceRole,
  role: projectRole,
  count: z.int().meta({ description: 'How many members have this workspace role.', example: 4 }),
  explanation: z.string(),
})

export const accessPageSchema = pageSchema('ProjectMemberList', accessSchema).extend({
  invitations: z.array(invitedSchema).meta({ description: 'Who was invited to the project.' }),
  everyone: z.array(everyoneSchema).meta({ description: 'Who has access by workspace role alone.' }),
  visibility: projectVisibility,
})

type View = z.infer<typeof accessPageSchema>
type Entry = View['items'][number]
type Reason = Entry['sources'][number]
type Invited = View['invitations'][number]

interface ReasonRow extends Omit<Reason, 'team_id' | 'group_id'> {
  team_id?: number
  group_id?: number
}

interface EntryRow extends Omit<Entry, 'user_id' | 'sources'> {
  user_id: number
  sources: ReasonRow[]
}

export interface AccessRow extends Omit<View, 'items' | 'invitations'> {
  items: EntryRow[]
  invitations: (Omit<Invited, 'invitation_id'> & { invitation_id: number })[]
}

/** The rows as the API answers them. */
export function accessView(row: AccessRow): View {
  return {
    ...row,
    items: row.items.map((entry) => ({
      ...entry,
      user_id: encodeId('usr', entry.user_id),
      sources: entry.sources.map(reasonView),
    })),
    invitations: row.invitations.map((one) => ({
      ...one,
      invitation_id: encodeId('wkinv', one.invitation_id),
    })),
  }
}

function reasonView({ team_id, group_id, ...reason }: ReasonRow): Reason {
  return {
    ...reason,
    ...(team_id === undefined ? {} : { team_id: encodeId('team', team_id) }),
    ...(group_id === undefined ? {} : { group_id: encodeId('grp', group_id) }),
  }
}
