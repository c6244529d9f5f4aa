import { useCallback, useMemo } from 'react'
import { useInvitations, useMembers } from './queries.ts'

/**
 * Whether an address belongs to a member or has a pending invitation, as far as the first page of members tells: the
 * server has the last word when invitations are sent.
 */
export function useKnownAddresses(): (email: string) => boolean {
  const members = useMembers({ search: '', role: null, order: 'name' }).data?.items
  const invitations = useInvitations().data
  const known = useMemo(() => {
    const now = Date.now()
    const pending = (invitations ?? []).filter(({ expires_at }) => Date.parse(expires_at) > now)
    return new Set([...(members ?? []), ...pending].flatMap(({ email }) => email?.toLowerCase() ?? []))
  }, [members, invitations])
  return useCallback((email) => known.has(email.trim().toLowerCase()), [known])
}
