// The style guides that one project extends.
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'

liveKeys({ project_style_guides: [['project-style-guides']] })

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
    changes: ['project-style-guides', 'governed'],
    success: 'Style Guides updated',
    failure: 'Could not update the style guides',
  })
}
