// A workspace token as the API shows it.
import { z } from '@hono/zod-openapi'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { WorkspaceToken } from '../../_shared/domain/rows.ts'
import { tokenName } from '../../_shared/domain/validation.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { withUserId } from './person.ts'

const creatorSchema = z.object({ user_id: idSchema('usr'), display_name: z.string() })

export const workspaceTokenSchema = z
  .object({
    id: idSchema('wkmp'),
    name: z.string().meta({ example: 'CI' }),
    access_token_prefix: z.string().meta({ description: 'How the token begins.', example: 'wmk_k3Vq' }),
    creator: creatorSchema.nullable(),
    last_used: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'MachinePrincipal' })

export const newWorkspaceTokenSchema = workspaceTokenSchema
  .extend({
    access_token: z.string().nullable().meta({
      description:
        'Shown here and never again: the repetition of a request by its `Idempotency-Key` has null.',
      example: 'wmk_k3VqB0c2uT1mJ9sX4yA7eR6wN5zQ8hL0pD3fG2iK1oM',
    }),
  })
  .meta({ id: 'MachinePrincipalCreated' })

export const workspaceTokenBody = z.object({ name: tokenName.meta({ example: 'CI' }) })

type View = z.infer<typeof workspaceTokenSchema>

/** The row as the API answers it. */
export function workspaceTokenView(row: WorkspaceToken): View {
  return { ...row, id: encodeId('wkmp', row.id), creator: row.creator && withUserId(row.creator) }
}
