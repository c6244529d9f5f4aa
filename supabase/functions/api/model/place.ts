// What adding somebody to a group, a team or a project came to: a member is in, an address is invited.
import { z } from '@hono/zod-openapi'
import type { Placement } from '../../_shared/domain/rows.ts'
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

/** The row as the API answers it. */
export function placeView(row: Placement): z.infer<typeof placeSchema> {
  return { ...row, user_id: userId(row.user_id), invitation_id: invitationId(row.invitation_id) }
}
