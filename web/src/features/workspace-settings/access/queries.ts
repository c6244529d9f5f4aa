// Who may enter the workspace by themselves, and how long they stay.
import { useQueryClient } from '@tanstack/react-query'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { db, rpc, unwrap } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

liveKeys({ approved_domains: [['approved-domains']], workspaces: [['access-settings']] })

const domainListLimit = 500

export interface ApprovedDomain {
  id: number
  domain: string
  role: WorkspaceRole
}

export interface AccessSettings {
  join_requests_disabled: boolean
  guests_receive_daily_digest: boolean
  idle_timeout_seconds: number | null
}

/** The approved e-mail domains, by name. */
export function useApprovedDomains() {
  const { id } = useWorkspace()
  return useRead({
    key: ['approved-domains'],
    read: () => {
      const query = db.from('approved_domains').select('id, domain, role').eq('workspace_id', id)
      return unwrap(query.order('domain').limit(domainListLimit))
    },
  })
}

/** Joining, digest and idle time-out. */
export function useAccessSettings() {
  const { id } = useWorkspace()
  return useRead({
    key: ['access-settings'],
    read: () => {
      const columns = 'join_requests_disabled, guests_receive_daily_digest, idle_timeout_seconds'
      return unwrap(db.from('workspaces').select(columns).eq('id', id).single())
    },
  })
}

/** Changes of the above; each throws ApiProblem and refreshes what it changed. */
export function useAccessCalls() {
  const { id } = useWorkspace()
  const client = useQueryClient()
  const refreshed = async <T>(key: string, call: Promise<T>): Promise<T> => {
    const answer = await call
    await client.invalidateQueries({ queryKey: [key] })
    return answer
  }
  return {
    addDomain: (domain: string, role: WorkspaceRole) =>
      refreshed(
        'approved-domains',
        rpc('add_approved_domain', { p_workspace_id: id, p_domain: domain, p_role: role }),
      ),
    updateDomain: (domainId: number, domain: string, role: WorkspaceRole) =>
      refreshed(
        'approved-domains',
        rpc('update_approved_domain', { p_id: domainId, p_domain: domain, p_role: role }),
      ),
    removeDomain: (domainId: number) =>
      refreshed('approved-domains', rpc('remove_approved_domain', { p_id: domainId })),
    change: (settings: Partial<AccessSettings>) =>
      refreshed(
        'access-settings',
        unwrap(db.from('workspaces').update(settings).eq('id', id).select('id').single()),
      ),
  }
}
