// Who is asking and where: the host's workspace and the session.
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Flag } from '../../../../supabase/functions/_shared/domain/flags.ts'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { config } from '../config/config.ts'
import { customDomainOf, workspaceSlugOf } from '../config/paths.ts'
import { firstPage } from './first-page.ts'
import { keyOf, type Scope } from './keys.ts'
import type { RowOf } from './rows.ts'
import { type SessionState, sessionState, startSession, subscribe } from './session.ts'
import { rpc } from './supabase.ts'

declare module './supabase.ts' {
  interface Results {
    workspace_by_slug: Workspace | null
    workspace_by_domain: Workspace | null
  }
}

export interface Workspace
  extends Omit<
    RowOf<
      'workspace_site',
      'logo_url' | 'favicon_url' | 'home_content' | 'google_tag_manager' | 'localizejs' | 'domain'
    >,
    'theme' | 'flags'
  > {
  theme: Record<string, string> | null
  /** Not in what a browser kept from before there were any. */
  flags?: Partial<Record<Flag, boolean>>
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

/** A workspace that is known already: no host is resolved, and no session opened. */
export function KnownSite({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  const site = useMemo((): Site => ({ kind: 'workspace', workspace }), [workspace])
  return <SiteContext value={site}>{children}</SiteContext>
}

function useResolvedSite(): Site {
  const [host] = useState(() => namedBy(window.location.host))
  // What this device remembers of the host is used at once and checked behind it: the session need not wait.
  const [remembered] = useState(() => (host === null ? undefined : rememberedWorkspace(host)))
  const [sent] = useState(() => (host === null ? undefined : sentWorkspace(host)))
  const queryKey = useMemo(() => keyOf(['workspace', host ?? {}], 'anybody'), [host])
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const workspace = host && (await workspaceAt(host))
      rememberHost(workspace)
      return workspace
    },
    enabled: host !== null,
    ...(remembered ? { initialData: remembered, initialDataUpdatedAt: 0 } : {}),
    ...(sent ? { initialData: sent } : {}),
  })
  useOtherTabs(host, queryKey)
  if (host === null) return { kind: 'base' }
  if (query.data) return { kind: 'workspace', workspace: query.data }
  if (query.isPending) return { kind: 'loading' }
  if (query.isError) return { kind: 'error', error: query.error, retry: () => void query.refetch() }
  // A self-hosted installation starts without its workspace: its host is where that is created.
  return config.mode === 'single_tenant'
    ? { kind: 'base' }
    : { kind: 'unknown', slug: host.slug ?? host.domain }
}

/** What a host says of its workspace: its name, or a domain of its own. */
type Named = { slug: string; domain?: never } | { domain: string; slug?: never }

function namedBy(host: string): Named | null {
  const slug = workspaceSlugOf(host)
  if (slug !== null) return { slug }
  const domain = customDomainOf(host)
  return domain === null ? null : { domain }
}

const workspaceAt = ({ slug, domain }: Named) =>
  slug === undefined
    ? rpc('workspace_by_domain', { p_domain: domain })
    : rpc('workspace_by_slug', { p_slug: slug })

const isAt = (host: Named, { slug, domain }: Workspace) =>
  host.slug === undefined ? host.domain === domain : host.slug === slug

/** What another tab of this browser has learnt of the workspace is shown here at once. */
function useOtherTabs(host: Named | null, queryKey: QueryKey): void {
  const client = useQueryClient()
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== hostKey || host === null) return
      const workspace = rememberedWorkspace(host)
      if (workspace) client.setQueryData(queryKey, workspace)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [client, host, queryKey])
}

/** What came with the page is as new as an answer. */
function sentWorkspace(host: Named): Workspace | undefined {
  const sent = firstPage<{ page?: { workspace: Workspace }; workspace?: Workspace }>()
  const workspace = sent?.page?.workspace ?? sent?.workspace
  return workspace && isAt(host, workspace) ? workspace : undefined
}

const hostKey = 'workspace'

function rememberedWorkspace(host: Named): Workspace | undefined {
  try {
    const stored = JSON.parse(window.localStorage.getItem(hostKey) ?? 'null') as Workspace | null
    return stored && isAt(host, stored) ? stored : undefined
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

/**
 * All that is known of the session: also that it is not known yet, or why somebody was signed out. Who only asks whether
 * somebody is there, or who, reads `useSession` and `useUser` of @supabase/auth-helpers-react.
 */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, sessionState)
}

/** In whose eyes and on which host queries are read. */
export function useScope(): Scope {
  const site = useSite()
  const session = useSessionState()
  const workspace = site.kind === 'workspace' ? site.workspace.id : null
  const viewer = session.status === 'signed-in' ? session.authId : null
  return useMemo(() => ({ workspace, viewer }), [workspace, viewer])
}
