// Commits to Git hosts, and what the branch has got since.
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import type { StudioFile } from '../model.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    commit_documents: string
  }
}

liveKeys({ document_commits: [['studio-commit']] })

export interface NewCommit {
  message: string
  ids: string[]
  /** The branch that it begins; null for one on the branch that is open. */
  newBranch: string | null
}

/** Commits documents at the Git host; the id of the commit, whose state `useCommit` tells. */
export function useCommitDocuments(branchId: number) {
  return useChange({
    run: ({ message, ids, newBranch }: NewCommit) =>
      rpc('commit_documents', {
        p_branch_id: branchId,
        p_message: message,
        p_ids: ids,
        ...(newBranch !== null && { p_new_branch: newBranch }),
      }),
    changes: ['studio-commit'],
  })
}

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
