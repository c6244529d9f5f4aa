// The style guides that one project extends.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { fetchBinary } from '../../../shared/data/binary.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'

export type StyleGuideVersion = RowOf<'style_guide_version'>

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    project_style_guide_versions: StyleGuideVersion[]
  }
}

liveKeys({ project_style_guides: [['project-style-guides'], ['style-guide-versions']] })

/** The releases of the style guides that the project extends, the newest version of each first. */
export function useVersions(projectId: number) {
  return useRead({
    key: ['style-guide-versions', { projectId }],
    read: () => rpc('project_style_guide_versions', { p_project_id: projectId }),
  })
}

/** Makes the project stay at a version of a style guide; null: it follows the newest. */
export function usePin(projectId: number) {
  return useChange({
    run: ({ guideId, version }: { guideId: number; version: string | null }) =>
      rpc('pin_style_guide', {
        p_project_id: projectId,
        p_style_guide_id: guideId,
        ...(version !== null && { p_version: version }),
      }),
    changes: ['style-guide-versions'],
    success: 'Style Guides updated',
    failure: 'Could not change the version',
  })
}

/** Makes the address at which a linter outside reads the ruleset; the one before it ends. */
export function useMakeAddress(projectId: number) {
  return useChange({
    run: () =>
      callAsMe<{ ruleset_url: string }>(`/projects/${encodeId('prj', projectId)}/spectral-access-token`, {
        method: 'PUT',
      }),
  })
}

/** All rules that hold for the project, as an archive that Spectral reads. Throws ApiProblem. */
export async function readRuleset(projectId: number): Promise<Blob> {
  return (await fetchBinary(`/projects/${encodeId('prj', projectId)}/ruleset`)).blob()
}

/** Their ids, in order; those that the caller reads. */
export function useProjectStyleGuides(projectId: number) {
  return useRead({
    key: ['project-style-guides', { projectId }],
    read: async () => {
      const rows = await unwrap(
        supabase
          .from('project_style_guides')
          .select('style_guide_project_id')
          .eq('project_id', projectId)
          .order('position')
          .order('style_guide_project_id'),
      )
      return rows.map(({ style_guide_project_id }) => style_guide_project_id)
    },
  })
}

/** Makes the project extend these style guides, in this order. */
export function useSaveStyleGuides(projectId: number) {
  return useChange({
    run: (ids: number[]) =>
      rpc('set_project_style_guides', { p_project_id: projectId, p_style_guide_ids: ids }),
    changes: ['project-style-guides', 'style-guide-versions', 'governed'],
    success: 'Style Guides updated',
    failure: 'Could not update the style guides',
  })
}
