// The connection of the workspace to its identity provider (SCIM).
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { ApiProblem, messageOf, refusal } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    scim_overview: ScimOverview
    update_scim: ScimOverview
    create_scim_token: RowOf<'new_scim_token'>
  }
}

export type ScimToken = RowOf<'scim_token', 'last_used', { creator: RowOf<'token_creator'> | null }>
export type ScimError = RowOf<'scim_error'>
export type ScimOverview = RowOf<
  'scim_overview',
  'last_synced_at' | 'last_changed_at',
  { tokens: ScimToken[]; errors: ScimError[] }
>

const pollMs = 30_000

// Who comes and goes by it shows at once; what else was synced within half a minute.
liveKeys({ workspace_members: [['scim']], teams: [['scim']] })

/** The connection, its tokens and what was refused last. */
export function useScim(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['scim'],
    read: () => rpc('scim_overview', { p_workspace_id: workspace.id }),
    staleTime: 0,
    refetchInterval: pollMs,
    enabled,
  })
}

const changes = ['scim', 'members']

const said = {
  changes,
  success: 'Save Successful',
  failure: (error: unknown) => `Error on updating workspace: ${messageOf(error)}`,
}

/** Turns the connection on or off. */
export function useTurnScim() {
  const workspace = useWorkspace()
  return useChange({
    run: (isOn: boolean) => rpc('update_scim', { p_workspace_id: workspace.id, p_enabled: isOn }),
    ...said,
  })
}

/** Says what people come in as; refuses in words where somebody else has said so since `shown` was read. */
export function useSetScimRole(shown: WorkspaceRole) {
  const workspace = useWorkspace()
  return useChange({
    run: async (role: WorkspaceRole) => {
      const change = { p_default_role: role, p_seen: { default_role: shown } }
      try {
        return await rpc('update_scim', { p_workspace_id: workspace.id, ...change })
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 409) throw error
        const { default_role: now } = await rpc('scim_overview', { p_workspace_id: workspace.id })
        throw refusal(
          `Meanwhile the role was changed to “${workspaceRoleLabel(now)}”. Choose again to replace it.`,
        )
      }
    },
    ...said,
  })
}

/** Makes a token; `access_token` of the answer is the only place that ever shows it. */
export function useCreateScimToken() {
  const workspace = useWorkspace()
  return useChange({
    run: () => rpc('create_scim_token', { p_workspace_id: workspace.id }),
    changes,
    failure: (error) => `Unable to create a SCIM token: ${messageOf(error)}`,
  })
}

/** Revokes a token at once. */
export function useRevokeScimToken() {
  return useChange({
    run: ({ id }: ScimToken) => rpc('delete_scim_token', { p_id: id }),
    changes,
    success: 'The SCIM token was revoked.',
    failure: (error) => `Unable to revoke the SCIM token: ${messageOf(error)}`,
  })
}
