// Archives of the workspace, for who asked for them.
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    workspace_exports: WorkspaceExport[]
    export_workspace: WorkspaceExport
  }
}

/** An archive of the last day; its size and checksum stand once it is made. */
export interface WorkspaceExport extends RowOf<'workspace_export', 'checksum' | 'finished_at'> {
  status: 'queued' | 'running' | 'success' | 'failed'
}

const pollMs = 3_000

/** Whether an archive is still being made. */
export const isBeingMade = ({ status }: WorkspaceExport) => status === 'queued' || status === 'running'

/** What the reader asked for within a day; looked at often while something is being made. */
export function useWorkspaceExports(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['workspace-exports'],
    read: () => rpc('workspace_exports', { p_workspace_id: workspace.id }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.some(isBeingMade) ? pollMs : false),
    enabled,
  })
}

/** Has everything put into one archive. */
export function useExportWorkspace() {
  const workspace = useWorkspace()
  return useChange({
    run: () => rpc('export_workspace', { p_workspace_id: workspace.id }),
    changes: ['workspace-exports'],
    failure: 'Error exporting the workspace',
  })
}

/** Has the browser download an archive, by a link of some minutes. */
export function useDownloadExport() {
  return useChange({
    run: ({ id }: WorkspaceExport) => rpc('link_to_workspace_export', { p_id: id }),
    changes: ['workspace-exports'],
    onDone: (link) => {
      const anchor = document.createElement('a')
      anchor.href = `/api/v1/workspace-exports/${link}`
      anchor.download = ''
      anchor.click()
    },
    failure: 'Error downloading the export',
  })
}
