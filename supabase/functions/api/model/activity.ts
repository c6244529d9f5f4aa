// The trail of a workspace as the API shows it: identifiers are public ones, in the metadata too.
import { z } from '@hono/zod-openapi'
import { rpc } from '../../_shared/db/rest.ts'
import type { Database } from '../../_shared/domain/database.gen.ts'
import { encodeId, type IdPrefix } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { userId } from './person.ts'

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

export type EventView = z.infer<typeof eventSchema>

type Known = Database['public']['Functions']['workspace_activity']['Returns'][number]

export interface EventRow extends Omit<Known, 'actor_id' | 'metadata' | 'ip_address' | 'origin'> {
  actor_id: number | null
  origin: { user_agent?: string; method?: string; integration_id?: number }
  metadata: Record<string, unknown>
  ip_address: string | null
}

declare module '../../_shared/db/rest.ts' {
  interface Results {
    workspace_activity: EventRow[]
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
export function readTrail(c: AppContext, stretch: Stretch, limit: number): Promise<EventRow[]> {
  return rpc(c, 'workspace_activity', {
    p_workspace_id: stretch.workspaceId,
    p_before: stretch.before,
    p_after: stretch.after,
    p_limit: limit,
    p_types: stretch.types,
  })
}

const prefixOf: Record<string, IdPrefix> = {
  workspace_id: 'wk',
  project_id: 'prj',
  branch_id: 'br',
  group_id: 'grp',
  old_group_id: 'grp',
  team_id: 'team',
  user_id: 'usr',
  token_id: 'wkmp',
  audit_token_id: 'wkaud',
  integration_id: 'wkintg',
  invitation_id: 'wkinv',
}

/** The row as the API answers it. */
export function eventView(row: EventRow): EventView {
  return {
    id: encodeId('wkact', row.id),
    type: row.type,
    created_at: row.created_at,
    actor: { user_id: userId(row.actor_id), name: row.actor_name, email: row.actor_email },
    metadata: Object.fromEntries(Object.entries(row.metadata).flatMap(toldPublicly)),
    ip_address: row.ip_address,
    origin: originView(row.origin),
  }
}

function originView({ integration_id, ...origin }: EventRow['origin']): EventView['origin'] {
  return { ...origin, ...(integration_id ? { integration_id: encodeId('wkintg', integration_id) } : {}) }
}

// Numbers of rows that have no public identifier say nothing outside.
function toldPublicly([key, value]: [string, unknown]): [string, unknown][] {
  const prefix = prefixOf[key]
  if (key === 'id') return []
  return [[key, prefix && typeof value === 'number' ? encodeId(prefix, value) : value]]
}
