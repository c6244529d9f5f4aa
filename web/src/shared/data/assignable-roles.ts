import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import type { RowOf } from './rows.ts'
import { rpc } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    assignable_roles: AssignableRole[]
  }
}

export type AssignableRole = RowOf<'assignable_role', 'reason'>

liveKeys({ workspace_members: [['assignable-roles']] })

/** Workspace roles at which the caller may invite, and why not at others. */
export function useAssignableRoles(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['assignable-roles'],
    read: () => rpc('assignable_roles', { p_workspace_id: workspace.id }),
    enabled,
  })
}
