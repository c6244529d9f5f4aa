// An invitation as the API shows it; its token is only ever in the mail.
import { z } from '@hono/zod-openapi'
import { displayName } from '../../_shared/domain/display-name.ts'
import { encodeId, type Numbered } from '../../_shared/domain/ids.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { pageSchema } from '../../_shared/http/paging.ts'
import { personSchema, workspaceRole } from './person.ts'

export const invitationSchema = z
  .object({
    id: idSchema('wkinv'),
    email: z.string().meta({ example: 'grace@example.com' }),
    role: workspaceRole,
    invited_by: personSchema.nullable(),
    created_at: timestamp,
    last_sent_at: timestamp,
    expires_at: timestamp.meta({ description: 'Sending it again gives it 30 more days.' }),
  })
  .meta({ id: 'Invitation' })

export const invitationPageSchema = pageSchema('InvitationList', invitationSchema)

type View = z.infer<typeof invitationSchema>

interface Inviter {
  id: number
  username: string
  first_name: string
  last_name: string
  avatar_url: string | null
}

export interface InvitationRow extends Omit<Numbered<View, 'id'>, 'invited_by'> {
  inviter: Inviter | null
}

export const invitationColumns = `
  id, email, role, created_at, last_sent_at, expires_at,
  inviter:users!workspace_invitations_invited_by_fkey(id, username, first_name, last_name, avatar_url)`

/** The row as the API answers it. */
export function invitationView({ inviter, ...row }: InvitationRow): View {
  return { ...row, id: encodeId('wkinv', row.id), invited_by: inviter && personView(inviter) }
}

function personView(inviter: Inviter) {
  const { id, avatar_url } = inviter
  return { user_id: encodeId('usr', id), display_name: displayName(inviter), avatar_url }
}
