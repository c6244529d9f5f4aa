// An event of the trail as it is told outside: identifiers are public ones, in its metadata too.
import { encodeId, type IdPrefix } from './ids.ts'

/** An event as the database answers it. */
export interface ActivityEventRow {
  id: number
  type: string
  actor_id: number | null
  actor_name: string
  actor_email: string
  metadata: Record<string, unknown>
  ip_address: string | null
  created_at: string
  /** Empty where no session wrote. */
  origin: { user_agent?: string; method?: string; integration_id?: number }
}

export interface ActivityEventView {
  id: string
  type: string
  created_at: string
  actor: { user_id: string | null; name: string; email: string }
  metadata: Record<string, unknown>
  ip_address: string | null
  origin: { user_agent?: string; method?: string; integration_id?: string }
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

/** The row as API and webhooks tell it. */
export function activityEventView(row: ActivityEventRow): ActivityEventView {
  return {
    id: encodeId('wkact', row.id),
    type: row.type,
    created_at: row.created_at,
    actor: {
      user_id: row.actor_id === null ? null : encodeId('usr', row.actor_id),
      name: row.actor_name,
      email: row.actor_email,
    },
    metadata: Object.fromEntries(Object.entries(row.metadata).flatMap(toldPublicly)),
    ip_address: row.ip_address,
    origin: originView(row.origin),
  }
}

function originView({ integration_id, ...origin }: ActivityEventRow['origin']): ActivityEventView['origin'] {
  return { ...origin, ...(integration_id ? { integration_id: encodeId('wkintg', integration_id) } : {}) }
}

// Numbers of rows that have no public identifier say nothing outside.
function toldPublicly([key, value]: [string, unknown]): [string, unknown][] {
  const prefix = prefixOf[key]
  if (key === 'id') return []
  return [[key, prefix && typeof value === 'number' ? encodeId(prefix, value) : value]]
}
