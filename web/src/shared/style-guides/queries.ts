// The style guides of a workspace: projects whose rules others may extend.
import type { BulkAnswer } from '../../../../supabase/functions/_shared/domain/rows.ts'
import { useRead } from '../data/read.ts'
import { liveKeys } from '../data/realtime.ts'
import type { RowOf } from '../data/rows.ts'
import { rpc } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'

export type StyleGuide = RowOf<'style_guide', 'workspace_domain' | 'latest_release'>

declare module '../data/supabase.ts' {
  interface Results {
    list_style_guides: StyleGuide[]
    enable_style_guide: BulkAnswer<number, unknown>
    disable_style_guide: BulkAnswer<number, unknown>
  }
}

liveKeys({
  projects: [['style-guides']],
  workspaces: [['style-guides']],
  workspace_default_style_guides: [['style-guides']],
})

/** The style guides of the workspace that the caller reads, by name; of one visibility where that is asked. */
export function useStyleGuides(visibility?: 'public' | 'internal') {
  const { id } = useWorkspace()
  return useRead({
    key: ['style-guides', { visibility: visibility ?? null }],
    read: () => rpc('list_style_guides', { p_workspace_id: id, p_visibility: visibility ?? null }),
    signedIn: true,
  })
}
