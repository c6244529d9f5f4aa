// What the documentation offers its readers.
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { supabase, unwrap } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

liveKeys({ workspaces: [['docs-settings']] })

export interface DocsSettings {
  show_tryit: boolean
  show_tryit_mock_server: boolean
  allow_search_indexing: boolean
  show_userway: boolean
  disable_cookie_tracking: boolean
  google_tag_manager: string | null
  localizejs: string | null
}

/** Trying operations, mock servers, search engines, and what others load into the documentation. */
export function useDocsSettings() {
  const { id } = useWorkspace()
  return useRead({
    key: ['docs-settings'],
    read: (): Promise<DocsSettings> => {
      const columns =
        'show_tryit, show_tryit_mock_server, allow_search_indexing, show_userway, disable_cookie_tracking, google_tag_manager, localizejs'
      return unwrap(supabase.from('workspaces').select(columns).eq('id', id).single())
    },
  })
}

/** Changes one of them; `setting` is what people know it by. */
export function useChangeDocs() {
  const { id } = useWorkspace()
  return useChange({
    run: ({ settings }: { settings: Partial<DocsSettings>; setting: string }) =>
      unwrap(supabase.from('workspaces').update(settings).eq('id', id).select('id').single()),
    // What readers are offered is said with the workspace itself, and of each branch.
    changes: ['docs-settings', 'workspace', 'docs-mock'],
    success: (_row, { setting }) => `${setting} updated`,
    failure: 'Error on updating workspace',
  })
}
