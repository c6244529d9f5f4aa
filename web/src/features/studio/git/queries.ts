// Commits to Git hosts, and what the branch has got since.
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import type { StudioFile } from '../model.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    commit_documents: string
    pull_branch: RowOf<'queued_import'>
  }
}

liveKeys({ document_commits: [['studio-commit']], branch_remotes: [['studio-host'], ['studio-commits']] })

export interface NewCommit {
  message: string
  ids: string[]
  /** The branch that it begins; null for one on the branch that is open. */
  newBranch: string | null
}

/** Commits documents at the Git host; the id of the commit, whose state `useCommit` tells. */
export function commitDocuments(branchId: number, { message, ids, newBranch }: NewCommit) {
  return rpc('commit_documents', {
    p_branch_id: branchId,
    p_message: message,
    p_ids: ids,
    ...(newBranch !== null && { p_new_branch: newBranch }),
  })
}

/** What a commit changes of what is read. */
export const commitChanges = ['studio-commit']

/** How a commit goes. */
export function useCommit(id: string | null, projectId: number) {
  return useRead({
    key: ['studio-commit', { id }],
    read:
      id === null
        ? null
        : async () =>
            (
              await unwrap(
                supabase
                  .from('document_commits')
                  .select('status,commit_hash,reason,new_branch,task_id')
                  .eq('id', id),
              )
            )[0] ?? null,
    refetchInterval: usePolled(projectTopic(projectId), 1_000),
  })
}

/** Says that files hold by now what they should of what the branch has: they differ from that from then on. */
export function useResolve() {
  return useChange({
    run: (files: readonly Pick<StudioFile, 'id' | 'moved_hash'>[]) =>
      rpc('resolve_documents', {
        p_ids: files.map(({ id }) => id),
        // Bytes come as `\x` and hex.
        p_hashes: files.map(({ moved_hash }) => moved_hash?.replace(/^\\x/, '') ?? ''),
      }),
    changes: ['studio-documents', 'studio'],
  })
}

export interface HostCommit {
  sha: string
  author: string | null
  at: string | null
  message: string
}

/** What the Git host had of the branch when somebody looked last. */
export interface HostBranch {
  status: 'looking' | 'same' | 'behind' | 'rewritten' | 'gone' | 'failed'
  tip: string | null
  behind: number | null
  commits: HostCommit[]
  paths: string[] | null
  reason: string | null
  checked_at: string | null
}

/** The same, as it was told last; null where nobody has looked. */
export function useHostBranch(branchId: number, projectId: number) {
  const poll = usePolled(projectTopic(projectId), 2_000)
  return useRead({
    key: ['studio-host', { branchId }],
    read: async () =>
      (
        await unwrap(
          supabase
            .from('branch_remotes')
            .select('status,tip,behind,commits,paths,reason,checked_at')
            .eq('branch_id', branchId)
            .overrideTypes<HostBranch[], { merge: false }>(),
        )
      )[0] ?? null,
    refetchInterval: poll,
  })
}

/** Has somebody look at the host; `useHostBranch` tells what they found. */
export function useLookAtHost(branchId: number) {
  return useChange({
    run: () => rpc('look_at_host', { p_branch_id: branchId }),
    changes: ['studio-host'],
  })
}

/** Reads the branch from the host; the id of the job. */
export function usePull(branchId: number) {
  return useChange({
    run: () => rpc('pull_branch', { p_branch_id: branchId }),
    changes: ['studio-host', 'tasks'],
  })
}
