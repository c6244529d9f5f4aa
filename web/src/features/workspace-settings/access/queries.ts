// Who may enter the workspace by themselves.
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { refusal } from '../../../shared/data/api.ts'
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
    read: () => readDomains(id),
  })
}

const readDomains = (workspaceId: number): Promise<ApprovedDomain[]> => {
  const query = supabase.from('approved_domains').select('id, domain, role').eq('workspace_id', workspaceId)
  return unwrap(query.order('domain').limit(domainListLimit))
}

/** Reads a domain as it is now; refuses in words once it is taken off the list. */
export function useReadDomain(): (domainId: number) => Promise<ApprovedDomain> {
  const { id } = useWorkspace()
  return async (domainId) => {
    const found = (await readDomains(id)).find((one) => one.id === domainId)
    if (!found) throw refusal('This domain was removed meanwhile.')
    return found
  }
}

export interface DomainValues {
  domain: string
  role: WorkspaceRole
}

const domains = ['approved-domains']

/** Adds a domain. */
export function useAddDomain() {
  const { id } = useWorkspace()
  return useChange({
    run: ({ domain, role }: DomainValues) =>
      rpc('add_approved_domain', { p_workspace_id: id, p_domain: domain, p_role: role }),
    changes: domains,
    success: 'Domain Added',
    failure: 'Error on adding domain to whitelist',
  })
}

interface DomainChange {
  id: number
  changes: Partial<DomainValues>
  /** What the changer saw of these: 409 where somebody else has changed it since. */
  seen: Partial<DomainValues>
}

/** Changes of a domain what is given. */
export function useChangeDomain() {
  return useChange({
    run: ({ id, changes: { domain, role }, seen }: DomainChange) =>
      rpc('update_approved_domain', {
        p_id: id,
        ...(domain === undefined ? {} : { p_domain: domain }),
        ...(role === undefined ? {} : { p_role: role }),
        p_seen: seen,
      }),
    changes: domains,
    success: 'Domain Updated',
    failure: 'Error on updating domain whitelist',
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
