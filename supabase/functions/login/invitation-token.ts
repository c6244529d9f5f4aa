import { z } from '@hono/zod-openapi'
import { type FoundInvitation, findInvitation } from '../_shared/db/service-entering.ts'
import type { AppContext } from '../_shared/http/context.ts'
import { limit } from '../_shared/http/limit.ts'
import { refusalFor } from '../_shared/http/problem.ts'

/** The part of an address that is an invitation's token. */
export const invitationParams = z.object({
  token: z.string().min(1).max(200).meta({ description: 'Token of the mail.' }),
})

/** The invitation whose token the address holds. Throws 404. */
export async function invitationOf(c: AppContext): Promise<FoundInvitation> {
  await limit(c, 'invitation', 60, 900)
  const found = await findInvitation(c.req.param('token') ?? '')
  if (!found) throw refusalFor('invite_url_invalid')
  return found
}
