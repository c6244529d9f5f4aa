// The removal of the workspace.
import { messageOf, refusal } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    workspace_removal: WorkspaceRemoval
  }
}

/** When the workspace will be deleted, or what keeps it from that; `days` pass in between. */
export type WorkspaceRemoval = RowOf<'workspace_removal', 'delete_at' | 'obstacle'>

liveKeys({ workspaces: [['workspace-removal']] })

/** Whether the workspace can be removed, for owners. A plan that is cancelled shows at once. */
export function useRemoval(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['workspace-removal'],
    read: () => rpc('workspace_removal', { p_workspace_id: workspace.id }),
    staleTime: 0,
    enabled,
  })
}

/** Schedules the deletion; `name` is what was typed. */
export function useRemoveWorkspace(name: string) {
  const workspace = useWorkspace()
  return useChange({
    run: () =>
      rpc('delete_workspace', { p_workspace_id: workspace.id, p_name: name }).catch((error: unknown) => {
        throw refusal(messageOf(error, 'An unknown error occurred'))
      }),
    changes: ['workspace-removal', 'workspace-state'],
    success: 'Your workspace will be deleted soon.',
  })
}
