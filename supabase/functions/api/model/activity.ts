// The trail of a workspace as the API describes and reads it.
import { z } from '@hono/zod-openapi'
import { rpc } from '../../_shared/db/rest.ts'
import type { ActivityEventRow } from '../../_shared/domain/activity-event.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'

export const eventSchema = z
  .object({
    id: idSchema('wkact'),
    type: z.string().meta({ example: 'project.created' }),
    created_at: timestamp,
    actor: z
      .object({ user_id: idSchema('usr').nullable(), name: z.string(), email: z.string() })
      .meta({ description: 'Who did it, as they were called then.' }),
    metadata: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What it was about.', example: { project: 'To-dos', slug: 'todos' } }),
    ip_address: z.string().nullable().meta({ example: '203.0.113.9' }),
    origin: z
      .object({ user_agent: z.string(), method: z.string(), integration_id: idSchema('wkintg') })
      .partial()
      .meta({ description: 'By which browser or program, and how its session was opened.' }),
  })
  .meta({ id: 'ActivityEvent' })

declare module '../../_shared/db/rest.ts' {
  interface Results {
    workspace_activity: ActivityEventRow[]
  }
}

/** Which stretch of the trail; the identifiers are row numbers. */
export interface Stretch {
  workspaceId: number
  types: string[] | null
  before: number | null
  after: number | null
}

/** A stretch of the trail, newest first. */
export function readTrail(c: AppContext, stretch: Stretch, limit: number): Promise<ActivityEventRow[]> {
  return rpc(c, 'workspace_activity', {
    p_workspace_id: stretch.workspaceId,
    p_before: stretch.before,
    p_after: stretch.after,
    p_limit: limit,
    p_types: stretch.types,
  })
}
