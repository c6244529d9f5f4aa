// The branches that a repository has at its Git host, to choose from.
import { useHostBranchNames } from '../../../shared/connections/host-branches.ts'
import { useBranches } from '../queries.ts'

/** Names of branches that are not followed yet; none where the host does not say, and a name is typed. */
export function useHostBranches(projectId: number): string[] {
  const followed = new Set(useBranches(projectId).data?.map(({ name }) => name))
  return (useHostBranchNames(projectId).data ?? []).filter((name) => !followed.has(name))
}
