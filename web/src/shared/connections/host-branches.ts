// The branches that a repository has at its Git host, and following one of them.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../data/as-me.ts'
import { useChange } from '../data/change.ts'
import { useRead } from '../data/read.ts'
import { rpc } from '../data/supabase.ts'

/** Their names, up to a hundred, as the host has them now. */
export function useHostBranchNames(projectId: number) {
  return useRead({
    key: ['host-branches', { projectId }],
    read: async () => {
      const path = `/projects/${encodeId('prj', projectId)}/repository/branches`
      const { items } = await callAsMe<{ items: { name: string }[] }>(path)
      return items.map(({ name }) => name)
    },
    // The host is asked: once a visit, and not again for what cannot be had.
    retry: false,
  })
}

/** Asks for the analysis of a branch at the Git host. */
export function useTrackBranch(projectId: number) {
  return useChange({
    run: (branch: string) => rpc('track_branch', { p_project_id: projectId, p_branch: branch }),
    changes: ['tasks'],
    success: (_queued, branch) =>
      `"${branch}" was queued to be analyzed. If it exists, it will show up in your branch list shortly. Hang tight!`,
  })
}
