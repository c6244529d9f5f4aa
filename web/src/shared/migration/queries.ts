// Projects that come from other platforms: what is there, what was queued, and how that went.
import { useState } from 'react'
import type { RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../data/as-me.ts'
import { useRead } from '../data/read.ts'
import { liveKeys, usePolled, workspaceTopic } from '../data/realtime.ts'
import { rpc } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'

declare module '../data/supabase.ts' {
  interface Results {
    migrations: MigrationState[]
  }
}

export type MigrationSource = 'next' | 'stoplight' | 'swaggerhub' | 'postman'

/** How the latest migration of a project went. */
export type MigrationState = RowOf<
  'migration_state',
  'left_out' | 'error',
  { status: 'queued' | 'running' | 'success' | 'failed' }
>

/** A project of another platform. */
export interface ExternalProject {
  id: string
  name: string
  group_id: string
  group_name: string
  last_activity: string | null
}

liveKeys({ task_logs: [['migrations']] })

const pollMs = 5_000

/** What came from a platform, the latest of each. */
export function useMigrations(source: MigrationSource) {
  const { id } = useWorkspace()
  return useRead({
    key: ['migrations', { source }],
    read: () => rpc('migrations', { p_workspace_id: id, p_source: source }),
    signedIn: true,
    staleTime: 0,
    refetchInterval: usePolled(workspaceTopic(id), pollMs),
  })
}

/** What stands for a secret in the key of a query: a name that nothing can be learnt from, for this visit alone. */
export function useAlias(secret: string): string {
  const [aliases] = useState(() => new Map<string, string>())
  const known = aliases.get(secret) ?? crypto.randomUUID()
  aliases.set(secret, known)
  return known
}

/** What a key sees of another platform; it is not kept there. */
export function listExternalProjects(
  workspaceId: number,
  json: { source: MigrationSource; account: string; api_key: string },
): Promise<{ items: ExternalProject[] }> {
  return callAsMe(`/workspaces/${encodeId('wk', workspaceId)}/migrations/projects`, { method: 'POST', json })
}

interface Queued {
  results: { external_id: string; ok: boolean; error: { detail: string } | null }[]
  succeeded: number
  failed: number
}

export interface NewMigrations {
  source: MigrationSource
  account?: string
  api_key: string
  project_ids: string[]
  visibility?: string
}

/** Queues projects; the key goes along and is not kept here. */
export function queueMigrations(workspaceId: number, json: NewMigrations): Promise<Queued> {
  return callAsMe(`/workspaces/${encodeId('wk', workspaceId)}/migrations`, { method: 'POST', json })
}

/** How queueing went, in words. */
export function queuedNotice({ results, succeeded, failed }: Queued): string | { warning: string } {
  const count = (number: number) => (number === 1 ? '1 project' : `${number} projects`)
  if (failed === 0) return `${count(succeeded)} queued for migration`
  const why = results.find(({ ok }) => !ok)?.error?.detail ?? ''
  return { warning: `${count(failed)} could not be queued: ${why}` }
}
