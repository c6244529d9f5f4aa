import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import type { RowOf } from './rows.ts'
import { rpc } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    workspace_state: WorkspaceState
  }
}

liveKeys({ workspaces: [['workspace-state']] })

/** Lock, deletion and idle time-out of a workspace. Times are ISO 8601. */
export interface WorkspaceState
  extends RowOf<
    'workspace_state',
    'lock_at' | 'lock_reason' | 'owner_email' | 'delete_at' | 'idle_timeout_seconds'
  > {
  lock_reason: 'failed_payment' | 'overusage' | null
}

/** The state of this workspace, for its members. */
export function useWorkspaceState() {
  const workspace = useWorkspace()
  return useRead({
    key: ['workspace-state'],
    read: () => rpc('workspace_state', { p_workspace_id: workspace.id }),
    signedIn: true,
  })
}
