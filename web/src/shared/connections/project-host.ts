// The integration by which the repository of a Git project is reached.
import { useRead } from '../data/read.ts'
import type { RowOf } from '../data/rows.ts'
import { rpc } from '../data/supabase.ts'
import type { IntegrationKind } from '../integrations/kinds.ts'

declare module '../data/supabase.ts' {
  interface Results {
    project_host: RowOf<'project_host', never, { kind: IntegrationKind }>[]
  }
}

/** The integration that reaches the repository of a project; null where it was removed. */
export function useHost(projectId: number) {
  return useRead({
    key: ['project-repository', { projectId, part: 'host' }],
    read: async () => (await rpc('project_host', { p_project_id: projectId }))[0] ?? null,
  })
}
