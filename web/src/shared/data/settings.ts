// The settings of the workspace: read whole and live, changed by the one call that knows what the changer saw.
import type { WorkspaceSettings } from '../../../../supabase/functions/_shared/domain/rows.ts'
import { ApiProblem, messageOf } from './api.ts'
import { useChange } from './change.ts'
import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { rpc, supabase, unwrap } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

export type { WorkspaceSettings } from '../../../../supabase/functions/_shared/domain/rows.ts'

liveKeys({ workspaces: [['settings']] })

const columns =
  'name, logo_url, favicon_url, theme, home_content, redirects, idle_timeout_seconds, hide_powered_by, hide_sign_in, ' +
  'join_requests_disabled, guests_receive_daily_digest, use_automatic_ssg_conversion, disable_default_styleguide_editing, ' +
  'show_tryit, show_tryit_mock_server, allow_search_indexing, show_userway, disable_cookie_tracking, ' +
  'allow_public_projects, allow_web_projects, google_tag_manager, localizejs, migrated_from_next'

/** All settings of the workspace of this host, for its members. */
export function useSettings() {
  const { id } = useWorkspace()
  return useRead({
    key: ['settings'],
    read: async (): Promise<WorkspaceSettings> => {
      const query = supabase.from('workspaces').select(columns).eq('id', id)
      // Columns put together have no type of their own: the composite type has the same ones.
      return unwrap<WorkspaceSettings>(query.single<WorkspaceSettings>())
    },
  })
}

interface Saving {
  changes: Partial<WorkspaceSettings>
  /** What the changer saw of these; where it was changed meanwhile, nothing is written. */
  seen: Partial<WorkspaceSettings>
  /** What people know the setting by: `{setting} updated`; without it `Save Successful`. */
  setting?: string
}

/** Whether somebody else changed the same meanwhile: the form asks whose is to stay. */
export function isChangedMeanwhile(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 409
}

/**
 * Changes settings, all or none. What was changed meanwhile by somebody else is refused (`isChangedMeanwhile`), and said by
 * whoever calls, who asks what is to stay; a form (`isSilent`) says every refusal itself, at its fields.
 */
export function useSaveSettings({ isSilent = false }: { isSilent?: boolean } = {}) {
  const { id } = useWorkspace()
  return useChange({
    run: ({ changes, seen }: Saving) =>
      rpc('update_workspace_settings', { p_workspace_id: id, p_changes: changes, p_seen: seen }),
    // What readers are offered is said with the workspace itself, and of each branch.
    changes: ['settings', 'workspace', 'docs-mock', 'landing', 'public-allowed', 'web-allowed'],
    success: (_settings, { setting }) => (setting ? `${setting} updated` : 'Save Successful'),
    failure: (error) =>
      isSilent || isChangedMeanwhile(error) ? null : `Error on updating workspace: ${messageOf(error)}`,
  })
}
