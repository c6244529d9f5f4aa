// Who may enter the workspace by themselves, and how long they stay.
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
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
      const query = supabase.from('approved_domains').select('id, domain, role').eq('workspace_id', id)
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
      return unwrap(supabase.from('workspaces').select(columns).eq('id', id).single())
    },
  })
}

export interface DomainValues {
  domain: string
  role: WorkspaceRole
}

const domains = ['approved-domains']

/** Adds a domain, or changes the one given. */
export function useSaveDomain(domainId: number | undefined) {
  const { id } = useWorkspace()
  return useChange({
    run: ({ domain, role }: DomainValues) =>
      domainId === undefined
        ? rpc('add_approved_domain', { p_workspace_id: id, p_domain: domain, p_role: role })
        : rpc('update_approved_domain', { p_id: domainId, p_domain: domain, p_role: role }),
    changes: domains,
    success: domainId === undefined ? 'Domain Added' : 'Domain Updated',
  })
}

/** Takes a domain off the list. */
export function useRemoveDomain() {
  return useChange({
    run: (domainId: number) => rpc('remove_approved_domain', { p_id: domainId }),
    changes: domains,
    success: 'Domain Removed',
    failure: 'Error removing domain from whitelist',
  })
}

/** Changes joining, digest or time-out; `setting` is what people know it by. */
export function useChangeAccess() {
  const { id } = useWorkspace()
  return useChange({
    run: ({ settings }: { settings: Partial<AccessSettings>; setting: string }) =>
      unwrap(supabase.from('workspaces').update(settings).eq('id', id).select('id').single()),
    changes: ['access-settings'],
    success: (_row, { setting }) => `${setting} updated`,
    failure: 'Error on updating workspace',
  })
}
