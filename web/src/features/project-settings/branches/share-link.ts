// The link that lets anybody read one branch.
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    branch_share: BranchShare
    share_branch: BranchShare
  }
}

export type BranchShare = RowOf<'branch_share', 'token' | 'expires_at'>

liveKeys({ branches: [['branch-share']] })

/** The link of a branch as it is now. */
export function useBranchShare(branchId: number) {
  return useRead({
    key: ['branch-share', { branchId }],
    read: () => rpc('branch_share', { p_branch_id: branchId }),
    staleTime: 0,
  })
}

interface ShareChange {
  enabled: boolean
  expiresAt: string | null
  isNewLink?: boolean
}

/** Makes the link, changes when it ends, makes another in its place, or revokes it. */
export function useShareBranch(branchId: number) {
  return useChange({
    run: ({ enabled, expiresAt, isNewLink = false }: ShareChange) =>
      rpc('share_branch', {
        p_branch_id: branchId,
        p_enabled: enabled,
        p_expires_at: expiresAt,
        p_new_link: isNewLink,
      }),
    changes: ['branch-share'],
    failure: (error) => messageOf(error),
  })
}
