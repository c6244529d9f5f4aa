// Who is asking and where: the host's workspace, the session, the account and its permissions.
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import type {
  ProjectPermission,
  WorkspacePermission,
  WorkspaceRole,
} from '../../../../supabase/functions/_shared/domain/roles.ts'
import { config } from '../config/config.ts'
import { workspaceSlugOf } from '../config/paths.ts'
import { type SessionState, sessionState, startSession, subscribe } from './session.ts'
import { rpc } from './supabase.ts'

declare module './supabase.ts' {
  interface Results {
    me: Me
    my_permissions: Grant<WorkspacePermission>[]
    my_project_permissions: Grant<ProjectPermission>[]
    update_account: Me
    workspace_by_slug: Workspace | null
  }
}

export interface Workspace {
  id: number
  name: string
  slug: string
  logo_url: string | null
  favicon_url: string | null
  theme: Record<string, string> | null
  hide_powered_by: boolean
  hide_sign_in: boolean
  home_content: string | null
  show_tryit: boolean
  allow_search_indexing: boolean
  join_requests_disabled: boolean
  /** Whether e-mail and password are switched off: its own providers alone sign people in. */
  by_provider: boolean
}

export interface Membership {
  workspace_id: number
  slug: string
  name: string
  logo_url: string | null
  role: WorkspaceRole
  receive_daily_summary: boolean
}

export interface Me {
  id: number
  username: string
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
  timezone: string | null
  is_site_admin: boolean
  is_account_info_collected: boolean
  has_password: boolean
  /** The workspace that this session is for and sees nothing beyond; null for all. */
  only_workspace_id: number | null
  survey: Record<string, unknown>
  emails: { id: number; email: string; is_primary: boolean; confirmed_at: string | null }[]
  memberships: Membership[]
}

/** The address that mails go to. */
export function primaryEmail({ emails }: Pick<Me, 'emails'>): string | undefined {
  return emails.find((email) => email.is_primary)?.email
}

/** What the host resolves to: the base host, a workspace, or the name of one that does not exist. */
export type Site =
  | { kind: 'loading' }
  | { kind: 'error'; error: Error; retry: () => void }
  | { kind: 'base' }
  | { kind: 'unknown'; slug: string }
  | { kind: 'workspace'; workspace: Workspace }

const SiteContext = createContext<Site>({ kind: 'loading' })

/** Resolves the host and opens the session for it. */
export function SiteProvider({ children }: { children: ReactNode }) {
  const site = useResolvedSite()
  const ready = site.kind !== 'loading' && site.kind !== 'error'
  const workspaceId = site.kind === 'workspace' ? encodeId('wk', site.workspace.id) : null
  useEffect(() => {
    if (ready) void startSession(workspaceId)
  }, [ready, workspaceId])
  return <SiteContext value={site}>{children}</SiteContext>
}

function useResolvedSite(): Site {
  const slug = workspaceSlugOf(window.location.host)
  // What this device remembers of the host is used at once and checked behind it: the session need not wait.
  const [remembered] = useState(() => (slug === null ? undefined : rememberedWorkspace(slug)))
  const query = useQuery({
    queryKey: ['workspace', slug],
    queryFn: async () => {
      const workspace = await rpc('workspace_by_slug', { p_slug: slug })
      rememberHost(workspace)
      return workspace
    },
    enabled: slug !== null,
    ...(remembered ? { initialData: remembered, initialDataUpdatedAt: 0 } : {}),
  })
  if (slug === null) return { kind: 'base' }
  if (query.data) return { kind: 'workspace', workspace: query.data }
  if (query.isPending) return { kind: 'loading' }
  if (query.isError) return { kind: 'error', error: query.error, retry: () => void query.refetch() }
  // A self-hosted installation starts without its workspace: its host is where that is created.
  return config.mode === 'single_tenant' ? { kind: 'base' } : { kind: 'unknown', slug }
}

const hostKey = 'workspace'

function rememberedWorkspace(slug: string): Workspace | undefined {
  try {
    const stored = JSON.parse(window.localStorage.getItem(hostKey) ?? 'null') as Workspace | null
    return stored?.slug === slug ? stored : undefined
  } catch {
    return undefined
  }
}

/** Only what anybody may read is kept: home_content is for members. */
function rememberHost(workspace: Workspace | null): void {
  if (workspace) window.localStorage.setItem(hostKey, JSON.stringify({ ...workspace, home_content: null }))
  else window.localStorage.removeItem(hostKey)
}

/** What the host is. */
export function useSite(): Site {
  return useContext(SiteContext)
}

/** The workspace of this host; only for screens below the workspace shell. */
export function useWorkspace(): Workspace {
  const site = useContext(SiteContext)
  if (site.kind !== 'workspace') throw new Error('useWorkspace is for screens of a workspace')
  return site.workspace
}

/** The session; re-renders on sign-in and sign-out. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, sessionState)
}

/** The account of whoever is signed in; the query is idle while nobody is. */
export function useMe() {
  const session = useSession()
  const authId = session.status === 'signed-in' ? session.authId : null
  return useQuery({ queryKey: ['me', authId], queryFn: () => rpc('me'), enabled: authId !== null })
}

interface Grant<Permission> {
  role: string
  permission: Permission
}

/** Role and permissions in this workspace; empty for a visitor, `isPending` until known. */
export function usePermissions() {
  const session = useSession()
  const workspace = useWorkspace()
  const authId = session.status === 'signed-in' ? session.authId : null
  const query = useQuery({
    queryKey: ['permissions', workspace.id, authId],
    queryFn: () => rpc('my_permissions', { p_workspace_id: workspace.id }),
    enabled: authId !== null,
  })
  const can = (permission: WorkspacePermission) =>
    query.data?.some((grant) => grant.permission === permission) ?? false
  const isPending = session.status === 'loading' || (authId !== null && query.isPending)
  return { can, role: query.data?.[0]?.role ?? null, isPending }
}

/** Permissions on one project; `can` is false until they are known. */
export function useProjectPermissions(projectId: number | undefined) {
  const session = useSession()
  const authId = session.status === 'signed-in' ? session.authId : null
  const query = useQuery({
    queryKey: ['project-permissions', projectId, authId],
    queryFn: () => rpc('my_project_permissions', { p_project_id: projectId ?? null }),
    enabled: authId !== null && projectId !== undefined,
  })
  const can = (permission: ProjectPermission) =>
    query.data?.some((grant) => grant.permission === permission) ?? false
  return { can, isPending: authId !== null && query.isPending }
}
