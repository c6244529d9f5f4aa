// The account of whoever is signed in, and what it may do.
import { useQueryClient } from '@tanstack/react-query'
import type {
  ProjectPermission,
  ProjectRole,
  WorkspacePermission,
  WorkspaceRole,
} from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { Account, Membership } from '../../../../supabase/functions/_shared/domain/rows.ts'
import { useRead } from './read.ts'
import { reportGone, sessionState } from './session.ts'
import { rpc } from './supabase.ts'
import { useScope, useSessionState, useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    my_permissions: Grant<WorkspaceRole, WorkspacePermission>[]
    my_project_permissions: Grant<ProjectRole, ProjectPermission>[]
  }
}

export type { Membership }
export type Me = Account

/** The address that mails go to. */
export function primaryEmail({ emails }: Pick<Me, 'emails'>): string | undefined {
  return emails.find((email) => email.is_primary)?.email
}

/** The account of whoever is signed in; the query is idle while nobody is. Whose account is gone is signed out. */
export function useMe() {
  return useRead({ key: ['me'], read: readMe, signedIn: true })
}

/** The account as it is now; null where it is gone. */
export async function readMe(): Promise<Me | null> {
  const before = sessionState()
  const me = await rpc('me')
  const now = sessionState()
  // Who signed out meanwhile has no account either.
  const isSame = before.status === 'signed-in' && now.status === 'signed-in' && before.authId === now.authId
  if (me === null && isSame) reportGone()
  return me
}

/** Shows the account as a change of it answered, without asking for it again. */
export function useKeepMe(): (me: Me) => void {
  const client = useQueryClient()
  return (me) => client.setQueriesData({ queryKey: ['me'] }, me)
}

interface Grant<Role, Permission> {
  role: Role
  permission: Permission
}

/** Role and permissions in this workspace; empty for a visitor, `isPending` until known, `error` when they cannot be. */
export function usePermissions() {
  const session = useSessionState()
  const workspace = useWorkspace()
  const query = useRead({
    key: ['permissions'],
    read: () => rpc('my_permissions', { p_workspace_id: workspace.id }),
    signedIn: true,
  })
  const can = (permission: WorkspacePermission) =>
    query.data?.some((grant) => grant.permission === permission) ?? false
  const isPending = session.status === 'loading' || (session.status === 'signed-in' && query.isPending)
  const error = query.isLoadingError ? query.error : null
  return { can, role: query.data?.[0]?.role ?? null, isPending, error, retry: () => void query.refetch() }
}

/** Permissions on one project; `can` is false until they are known. */
export function useProjectPermissions(projectId: number | undefined) {
  const { viewer } = useScope()
  const query = useRead({
    key: ['project-permissions', { projectId }],
    read: projectId === undefined ? null : () => rpc('my_project_permissions', { p_project_id: projectId }),
    signedIn: true,
  })
  const can = (permission: ProjectPermission) =>
    query.data?.some((grant) => grant.permission === permission) ?? false
  return { can, isPending: viewer !== null && query.isPending }
}
