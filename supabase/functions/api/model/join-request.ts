// A request to join as the API shows it.
import { z } from '@hono/zod-openapi'
import type { Numbered } from '../../_shared/domain/ids.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { pageSchema } from '../../_shared/http/paging.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    workspace_join_requests: JoinRequestRow[]
  }
}

const joinRequestSchema = z
  .object({
    user_id: idSchema('usr'),
    username: z.string().meta({ example: 'grace' }),
    full_name: z.string().meta({ example: 'Grace Hopper' }),
    avatar_url: z.string().nullable(),
    emails: z
      .array(z.object({ email: z.string().meta({ example: 'grace@example.com' }), primary: z.boolean() }))
      .meta({ description: 'The confirmed addresses.' }),
    created_at: timestamp,
    is_denied: z.boolean().meta({ description: 'Denied people cannot ask again; they can be invited.' }),
  })
  .meta({ id: 'JoinRequest' })

export type JoinRequestRow = Numbered<z.infer<typeof joinRequestSchema>, 'user_id'> & { id: number }

export const joinRequestPageSchema = pageSchema('JoinRequestList', joinRequestSchema)
