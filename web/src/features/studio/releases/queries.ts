// Releases of a project, as the Studio makes and changes them.

import type { Database } from '../../../../../supabase/functions/_shared/domain/database.gen.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'

export type Release = Pick<
  Database['public']['Tables']['releases']['Row'],
  'id' | 'branch_id' | 'version' | 'notes' | 'commit_hash' | 'created_at' | 'is_prerelease'
>

/** The releases of a project that the caller reads, the newest version first. */
export function useReleases(projectId: number) {
  return useRead({
    key: ['studio-releases', { projectId }],
    read: () =>
      unwrap(
        supabase
          .from('releases')
          .select('id,branch_id,version,notes,commit_hash,created_at,is_prerelease')
          .eq('project_id', projectId)
          .order('precedence', { ascending: false })
          .limit(1000),
      ),
    staleTime: 0,
  })
}

const changes = ['studio-releases', 'docs-latest-release']

/** Makes what a branch has published a release. */
export function useCreateRelease(projectId: number, branchSlug: string) {
  return useChange({
    run: ({ version, notes }: { version: string; notes: string }) =>
      rpc('create_release', {
        p_project_id: projectId,
        p_version: version,
        p_notes: notes,
        p_branch_slug: branchSlug,
      }),
    changes,
  })
}

/** Writes the notes of a release anew; its version and its state stay what they are. */
export function useChangeNotes() {
  return useChange({
    run: ({ id, notes }: { id: number; notes: string }) =>
      unwrap(supabase.from('releases').update({ notes }).eq('id', id).select('id').single()),
    changes,
  })
}

/** Takes a release back; the state it named stays. */
export function useDeleteRelease() {
  return useChange({
    run: (id: number) => unwrap(supabase.from('releases').delete().eq('id', id).select('id').single()),
    changes,
  })
}
