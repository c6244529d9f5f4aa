import { useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

liveKeys({ workspaces: [['migrated-from-next']] })

/** Whether this workspace came from NEXT. */
export function useMigratedFromNext() {
  const { id } = useWorkspace()
  return useRead({
    key: ['migrated-from-next'],
    read: async () => {
      const query = supabase.from('workspaces').select('migrated_from_next').eq('id', id).single()
      return (await unwrap(query)).migrated_from_next
    },
    signedIn: true,
  })
}
