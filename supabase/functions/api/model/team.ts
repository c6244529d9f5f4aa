// A team as the API shows it, and who is in it.
import { z } from '@hono/zod-openapi'
import type { Page } from '../../_shared/domain/contract.ts'
import { encodeId, type Numbered } from '../../_shared/domain/ids.ts'
import { projectTeamRoles, teamRoles } from '../../_shared/domain/roles.ts'
import type { TeamPage } from '../../_shared/domain/rows.ts'
import { gatheringDescription, gatheringName } from '../../_shared/domain/validation.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { pageSchema } from '../../_shared/http/paging.ts'
import { invitationId, personFields, personSchema, userId, withUserId, workspaceRole } from './person.ts'
import { lookFields, presentationSchema } from './presentation.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    list_teams: TeamPage<TeamRow>
    team_details: TeamRow
    team_members_list: Page<TeamMemberRow>
    update_team: TeamRow
  }
}

export const teamRole = z.enum(teamRoles).meta({ example: 'member' })

/** What may be said of a team. */
export const teamFields = {
  name: gatheringName.meta({ example: 'Checkout' }),
  description: gatheringDescription.meta({ example: 'The people of the checkout' }),
  ...lookFields,
}

const teamProjectSchema = z.object({
  id: idSchema('prj'),
  slug: z.string(),
  name: z.string().meta({ example: 'To-dos' }),
  role: z.enum(projectTeamRoles),
})

export const teamSchema = z
  .object({
    id: idSchema('team'),
    workspace_id: idSchema('wk'),
    name: z.string().meta({ example: 'Checkout' }),
    slug: z.string().meta({ example: 'checkout-09be' }),
    description: z.string(),
    icon: z.string().meta({ example: 'users' }),
    icon_color: z.string().meta({ example: '#2ea44e' }),
    presentation: presentationSchema,
    created_at: timestamp,
    updated_at: timestamp,
    admins: z.array(personSchema).meta({ description: 'The first three.' }),
    admins_count: z.int(),
    member_count: z.int(),
    invitations_count: z.int(),
    projects: z.array(teamProjectSchema).meta({ description: 'The first ten that the caller may read.' }),
    project_count: z.int(),
    my_role: teamRole.nullable(),
    my_permissions: z.array(z.string()).meta({ example: ['team_view'] }),
  })
  .meta({ id: 'Team' })

type Project = Numbered<z.infer<typeof teamProjectSchema>, 'id'>
type Person = Numbered<z.infer<typeof personSchema>, 'user_id'>

export interface TeamRow
  extends Omit<
    Numbered<z.infer<typeof teamSchema>, 'id' | 'workspace_id'>,
    'admins' | 'projects' | 'presentation'
  > {
  admins: Person[]
  projects: Project[]
}

/** The row as the API answers it. */
export function teamView(row: TeamRow): z.infer<typeof teamSchema> {
  return {
    ...row,
    id: encodeId('team', row.id),
    workspace_id: encodeId('wk', row.workspace_id),
    presentation: { icon: row.icon, icon_color: row.icon_color },
    admins: row.admins.map(withUserId),
    projects: row.projects.map((project) => ({ ...project, id: encodeId('prj', project.id) })),
  }
}

export const teamPageSchema = pageSchema('TeamList', teamSchema).extend({
  usage: z.int().nullable().meta({ description: 'How many teams there are; null for who does not see all.' }),
  max: z.int().nullable().meta({ description: 'How many the plan gives; null for no limit.' }),
})

export const teamMemberSchema = z
  .object({
    ...personFields,
    type: z.enum(['member', 'invitation']),
    user_id: idSchema('usr').nullable(),
    username: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    invitation_id: idSchema('wkinv').nullable(),
    role: teamRole,
    workspace_role: workspaceRole,
    created_at: timestamp,
    may_change: z.boolean().meta({ description: 'Whether the caller may change the role.' }),
    may_remove: z.boolean(),
  })
  .meta({ id: 'TeamMember' })

export type TeamMemberRow = Numbered<z.infer<typeof teamMemberSchema>, 'user_id' | 'invitation_id'>

export const teamMemberPageSchema = pageSchema('TeamMemberList', teamMemberSchema)

/** The row as the API answers it. */
export function teamMemberView(row: TeamMemberRow): z.infer<typeof teamMemberSchema> {
  return { ...row, user_id: userId(row.user_id), invitation_id: invitationId(row.invitation_id) }
}
