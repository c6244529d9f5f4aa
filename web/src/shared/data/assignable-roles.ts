import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { rpc } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    assignable_roles: AssignableRole[]
  }
}

export interface AssignableRole {
  role: WorkspaceRole
  allowed: boolean
  reason: string | null
  needs_upgrade: boolean
}

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
