// What adding somebody to a group, a team or a project came to: a member is in, an address is invited.
import { z } from '@hono/zod-openapi'
import { idSchema } from '../../_shared/http/describe.ts'
import { invitationId, userId } from './person.ts'

export const placeSchema = z
  .object({
    type: z.enum(['member', 'invitation']),
    user_id: idSchema('usr').nullable().meta({ description: 'The member; null for an invitation.' }),
    invitation_id: idSchema('wkinv').nullable(),
    email: z.string().nullable().meta({ description: 'The address, where the caller knows it.' }),
    role: z.string().meta({ example: 'admin' }),
  })
  .meta({ id: 'Place' })

export interface PlaceRow {
  type: 'member' | 'invitation'
  user_id?: number | null
  invitation_id?: number | null
  email?: string | null
  role: string
}

/** The row as the API answers it. */
export function placeView(row: PlaceRow): z.infer<typeof placeSchema> {
  return {
    type: row.type,
    user_id: userId(row.user_id ?? null),
    invitation_id: invitationId(row.invitation_id ?? null),
    email: row.email ?? null,
    role: row.role,
  }
}
