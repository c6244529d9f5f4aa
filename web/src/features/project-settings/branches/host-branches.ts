// The branches that a repository has at its Git host, to choose from.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useBranches } from '../queries.ts'

/** Names of branches that are not followed yet; none where the host does not say, and a name is typed. */
export function useHostBranches(projectId: number): string[] {
  const followed = new Set(useBranches(projectId).data?.map(({ name }) => name))
  const there = useRead({
    key: ['host-branches', { projectId }],
    read: async () => {
      const path = `/projects/${encodeId('prj', projectId)}/repository/branches`
      return (await callAsMe<{ items: { name: string }[] }>(path)).items
    },
    // The host is asked: once a visit, and not again for what cannot be had.
    retry: false,
  })
  return (there.data ?? []).map(({ name }) => name).filter((name) => !followed.has(name))
}
