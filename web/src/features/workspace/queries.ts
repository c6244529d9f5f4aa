import { useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

liveKeys({ workspaces: [['landing']] })

/** The landing page's Markdown; only members may read it. Null when the workspace has none. */
export function useLandingContent() {
  const workspace = useWorkspace()
  return useRead({
    key: ['landing'],
    read: async () => {
      const query = supabase.from('workspaces').select('home_content').eq('id', workspace.id).maybeSingle()
      const row = await unwrap(query)
      return row?.home_content?.trim() || null
    },
  })
}
