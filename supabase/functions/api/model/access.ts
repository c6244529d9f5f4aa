// Who has access to a project as the API shows it, each with the reason.
import { z } from '@hono/zod-openapi'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import { projectMemberRoles, projectRoles } from '../../_shared/domain/roles.ts'
import type { AccessReason, ProjectAccess } from '../../_shared/domain/rows.ts'
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

interface ReasonRow extends AccessReason {
  source: Reason['source']
  role: Reason['role']
}

interface EntryRow extends ProjectAccess {
  sources: ReasonRow[]
}

interface AccessRow extends RowOf<'project_access_page'> {
  items: EntryRow[]
  invitations: RowOf<'project_invited'>[]
  everyone: RowOf<'project_access_by_role'>[]
  visibility: View['visibility']
}

declare module '../../_shared/db/rest.ts' {
  interface Results {
    project_access_list: AccessRow
  }
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

function reasonView({ team_id, team, group_id, group, ...reason }: ReasonRow): Reason {
  return {
    ...reason,
    ...(team_id === null ? {} : { team_id: encodeId('team', team_id) }),
    ...(team === null ? {} : { team }),
    ...(group_id === null ? {} : { group_id: encodeId('grp', group_id) }),
    ...(group === null ? {} : { group }),
  }
}
