// People as lists show them, and what identifies one in a call.
import { z } from '@hono/zod-openapi'
import { decodeId, encodeId, type IdPrefix, type Numbered } from '../../_shared/domain/ids.ts'
import { workspaceRoles } from '../../_shared/domain/roles.ts'
import { email } from '../../_shared/domain/validation.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { limitQuery, searchText } from '../../_shared/http/paging.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    group_assignable_members: AssignableMemberRow[]
    project_assignable_members: AssignableMemberRow[]
    team_assignable_members: AssignableMemberRow[]
  }
}

export const personSchema = z
  .object({
    user_id: idSchema('usr'),
    display_name: z.string().meta({ example: 'Ada Lovelace' }),
    avatar_url: z.string().nullable(),
  })
  .meta({ id: 'Person' })

/** What lists of members tell of a person; the address is for who reads the members of the workspace. */
export const personFields = {
  user_id: idSchema('usr'),
  username: z.string().meta({ example: 'ada' }),
  first_name: z.string().meta({ example: 'Ada' }),
  last_name: z.string().meta({ example: 'Lovelace' }),
  display_name: z.string().meta({ example: 'Ada Lovelace' }),
  avatar_url: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ description: 'Null for callers who may not read the members.', example: 'ada@example.com' }),
}

export const workspaceRole = z.enum(workspaceRoles).meta({ example: 'maker' })

export const assignableMemberSchema = z
  .object({ ...personFields, workspace_role: workspaceRole })
  .meta({ id: 'AssignableMember', description: 'A member who may be added.' })

export const assignableMembersAnswer = z
  .object({ items: z.array(assignableMemberSchema) })
  .meta({ id: 'AssignableMembers' })

export const assignableMembersQuery = z.object({ search: searchText, limit: limitQuery(20, 100) })

export type AssignableMemberRow = Numbered<z.infer<typeof assignableMemberSchema>, 'user_id'>

/** Path parameters of somebody's place in something. */
export function memberParams(prefix: IdPrefix) {
  return z.object({ id: idSchema(prefix), user_id: idSchema('usr') })
}

const byId = { user_id: idSchema('usr').optional() }
const byAddress = { email: email.optional().meta({ example: 'ada@example.com' }) }

/** Body fields that say who is meant: a member, or an address. */
export const whoFields = { ...byId, ...byAddress }

export const oneOfBoth = 'Send either user_id or email.'

interface Who {
  user_id?: string | undefined
  email?: string | undefined
}

/** Whether exactly one of user_id and email was sent. */
export function saysWho({ user_id, email }: Who): boolean {
  return (user_id === undefined) !== (email === undefined)
}

/** Who is meant, in the arguments of the database's functions. */
export function numberedWho({ user_id, email }: Who) {
  return { p_user_id: user_id === undefined ? null : decodeId('usr', user_id), p_email: email ?? null }
}

/** A row with the public identifier of its person. */
export function withUserId<T extends { user_id: number }>(row: T): Omit<T, 'user_id'> & { user_id: string } {
  return { ...row, user_id: encodeId('usr', row.user_id) }
}

/** The public identifier of a person, if there is one. */
export function userId(number: number | null): string | null {
  return number === null ? null : encodeId('usr', number)
}

/** The public identifier of an invitation, if there is one. */
export function invitationId(number: number | null): string | null {
  return number === null ? null : encodeId('wkinv', number)
}
