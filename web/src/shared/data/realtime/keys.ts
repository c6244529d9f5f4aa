// Which queries a change of a table concerns. Features add theirs where they define the queries.
import type { QueryKey } from '@tanstack/react-query'
import { paramsOf } from '../keys.ts'
import type { Notice } from './notice.ts'

export interface LiveKey {
  key: QueryKey
  /** Whether this query can be meant; without it every query below the key is. */
  meant?: (key: QueryKey, data: unknown, notice: Notice) => boolean
}

const byTable = new Map<string, Map<string, LiveKey>>()

/**
 * Registers queries to run again when a table changes: table → key prefixes. Called at module level, beside the queries;
 * registering a key again replaces it.
 */
export function liveKeys(tables: Record<string, (QueryKey | LiveKey)[]>): void {
  for (const [table, entries] of Object.entries(tables)) {
    const keys = byTable.get(table) ?? new Map<string, LiveKey>()
    for (const entry of entries) {
      const live = 'key' in entry ? entry : { key: entry }
      keys.set(JSON.stringify(live.key), live)
    }
    byTable.set(table, keys)
  }
}

/** What is registered for a table. */
export function liveKeysOf(table: string): LiveKey[] {
  return [...(byTable.get(table)?.values() ?? [])]
}

/** Every key that is kept up to date by notices. */
export function allLiveKeys(): QueryKey[] {
  return [...byTable.values()].flatMap((keys) => [...keys.values()].map(({ key }) => key))
}

/** For queries with the id of the row among their params: others need not run. */
export function withParam(resource: string, name: string): LiveKey {
  return {
    key: [resource],
    meant: (key, _data, { ids }) => !ids || ids.includes(Number(paramsOf(key)[name])),
  }
}

/** For queries of one row: runs again where the row is among those meant. */
export function ofRow(key: QueryKey): LiveKey {
  const idOf = (data: unknown) => (data as { id?: number } | null | undefined)?.id
  return {
    key,
    meant: (_key, data, { ids }) => !ids || idOf(data) === undefined || ids.includes(Number(idOf(data))),
  }
}

// What the shell shows everywhere.
liveKeys({
  workspaces: [['workspace'], ['me']],
  workspace_members: [['features'], ['me']],
  billing_accounts: [['features'], ['billing']],
  billing_invoices: [['billing']],
  users: [['me']],
  emails: [['me']],
  groups: [['groups'], ['projects']],
  group_admins: [['groups']],
  teams: [['features']],
  projects: [['projects'], ['pins'], ['features'], withParam('project-permissions', 'projectId')],
  project_members: [['project-permissions']],
  project_teams: [['project-permissions']],
  project_pins: [['pins']],
})
