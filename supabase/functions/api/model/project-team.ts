// A team as a project lists it.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import { projectTeamRoles } from '../../_shared/domain/roles.ts'
import { idSchema } from '../../_shared/http/describe.ts'

export const projectTeamRole = z.enum(projectTeamRoles).meta({ example: 'editor' })

const fields = {
  team_id: idSchema('team'),
  name: z.string().meta({ example: 'Checkout' }),
  slug: z.string(),
  icon: z.string().meta({ example: 'users' }),
  icon_color: z.string().meta({ example: '#2ea44e' }),
}

export const assignableTeamSchema = z.object(fields).meta({ id: 'AssignableTeam' })

export const projectTeamSchema = z
  .object({
    ...fields,
    role: projectTeamRole,
    member_count: z.int(),
    has_read_only_workspace_roles: z
      .boolean()
      .meta({ description: 'Whether some members can only read, whatever role the team has.' }),
  })
  .meta({ id: 'ProjectTeam' })

/** A row with the public identifier of its team. */
export function withTeamId<T extends { team_id: number }>(row: T): Omit<T, 'team_id'> & { team_id: string } {
  return { ...row, team_id: encodeId('team', row.team_id) }
}
