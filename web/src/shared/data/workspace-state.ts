import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { rpc } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    workspace_state: WorkspaceState
  }
}

liveKeys({ workspaces: [['workspace-state']] })

/** Lock, deletion and idle time-out of a workspace. Times are ISO 8601. */
export interface WorkspaceState {
  locked: boolean
  /** The lock lets in nobody but the oldest owner. */
  is_closed_to_me: boolean
  lock_at: string | null
  lock_reason: 'failed_payment' | 'overusage' | null
  owner_email: string | null
  delete_at: string | null
  idle_timeout_seconds: number | null
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
