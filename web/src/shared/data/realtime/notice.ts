// What the database broadcasts on a change (supabase/schemas/notices/realtime.sql): where to look again, never what is there.

export interface Notice {
  topic: string
  /** `access`: what the signed-in person may do has changed. */
  event: 'change' | 'access'
  table: string
  operation: string
  /** The rows meant; null for many, or for rows that not everybody who listens may know. */
  ids: number[] | null
}

/** The channel of a workspace, for its full members; null while the id is unknown. */
export function workspaceTopic(id: number | undefined): string | null {
  return id === undefined ? null : `workspace:${id}`
}

/** The channel of a project, for who may read it. */
export function projectTopic(id: number | undefined): string | null {
  return id === undefined ? null : `project:${id}`
}

/** The channel of an account, for its owner: in a session for one workspace, of what concerns that one. */
export function userTopic(
  account: { id: number; only_workspace_id: number | null } | undefined,
): string | null {
  if (account === undefined) return null
  const { id, only_workspace_id: within } = account
  return within === null ? `user:${id}` : `user:${id}:${within}`
}

/** Reads a broadcast; undefined for what is not a notice. */
export function noticeOf(topic: string, event: unknown, payload: unknown): Notice | undefined {
  if (event !== 'change' && event !== 'access') return undefined
  const { table, operation, ids } = (payload ?? {}) as Record<string, unknown>
  if (typeof table !== 'string' || typeof operation !== 'string') return undefined
  return { topic, event, table, operation, ids: Array.isArray(ids) ? ids.map(Number) : null }
}
