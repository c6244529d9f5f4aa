// Who may enter the workspace by themselves.
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

liveKeys({ approved_domains: [['approved-domains']] })

const domainListLimit = 500

export interface ApprovedDomain {
  id: number
  domain: string
  role: WorkspaceRole
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
    failure:
      domainId === undefined ? 'Error on adding domain to whitelist' : 'Error on updating domain whitelist',
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
