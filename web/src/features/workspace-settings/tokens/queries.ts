// Workspace tokens: programs that read the projects of a workspace.
import { messageOf, refusal } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { WorkspaceToken } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

liveKeys({ machine_principals: [['workspace-tokens']] })

/** The workspace's tokens by name, without what they open. */
export function useTokens(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['workspace-tokens'],
    read: () => rpc('list_workspace_tokens', { p_workspace_id: workspace.id }),
    // Nothing tells of a token's use: it is read anew with the page.
    staleTime: 0,
    enabled,
  })
}

/** Reads the name of a token as it is now; refuses in words once it is revoked. */
export function useReadTokenName(): (tokenId: number) => Promise<string> {
  const workspace = useWorkspace()
  return async (tokenId) => {
    const tokens = await rpc('list_workspace_tokens', { p_workspace_id: workspace.id })
    const found = tokens.find(({ id }) => id === tokenId)
    if (!found) throw refusal('This token was revoked meanwhile.')
    return found.name
  }
}

const changes = ['workspace-tokens']

/** Makes a token; `access_token` of the answer is the only place that ever shows it. */
export function useCreateToken() {
  const workspace = useWorkspace()
  return useChange({
    run: (name: string) => rpc('create_workspace_token', { p_workspace_id: workspace.id, p_name: name }),
    changes,
  })
}

/** Renames a token; 409 when another has the name, or this one has another than was seen. */
export function useRenameToken() {
  return useChange({
    run: ({ id, name, seen }: { id: number; name: string; seen: { name?: string } }) =>
      rpc('rename_workspace_token', { p_id: id, p_name: name, p_seen: seen }),
    changes,
    success: 'Save Successful',
  })
}

/** Revokes a token at once. */
export function useRevokeToken() {
  return useChange({
    run: ({ id }: WorkspaceToken) => rpc('delete_workspace_token', { p_id: id }),
    changes,
    success: (_done, { name }) => `${name} was revoked.`,
    failure: (error, { name }) => `Unable to remove ${name}: ${messageOf(error)}`,
  })
}
