// Projects beyond what the plan holds: read, and not written until it holds them again.
import { config } from '../config/config.ts'
import { useRead } from '../data/read.ts'
import { liveKeys } from '../data/realtime.ts'
import { supabase, unwrap } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'

const most = 1_000

liveKeys({ projects: [['read-only-projects']], billing_accounts: [['read-only-projects']] })

/** As every door says it that refuses to write. */
export const overPlanText =
  'This project is read-only: the workspace has more projects than its plan holds. Please upgrade your plan.'

/** Whether a project is beyond what the plan holds, for who is signed in. */
export function useIsOverPlan(projectId: number): boolean {
  const { id } = useWorkspace()
  const { data } = useRead({
    key: ['read-only-projects'],
    read: async () => {
      const query = supabase
        .from('projects')
        .select('id')
        .eq('workspace_id', id)
        .eq('is_read_only', true)
        .limit(most)
      return (await unwrap(query)).map((row) => row.id)
    },
    signedIn: true,
    enabled: config.mode === 'multi_tenant',
  })
  return data?.includes(projectId) ?? false
}
