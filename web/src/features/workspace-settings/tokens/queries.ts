// Workspace tokens: programs that read the projects of a workspace.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    create_workspace_token: WorkspaceToken & { access_token: string }
    list_workspace_tokens: WorkspaceToken[]
    rename_workspace_token: WorkspaceToken
  }
}

export interface WorkspaceToken {
  id: number
  name: string
  access_token_prefix: string
  creator: { user_id: number; display_name: string } | null
  last_used: string | null
  created_at: string
}

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

function useTokenChange<Args, Answer>(run: (args: Args) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    // What the answer holds is shown once and kept nowhere.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace-tokens'] }),
  })
}

/** Makes a token; `access_token` of the answer is the only place that ever shows it. */
export function useCreateToken() {
  const workspace = useWorkspace()
  return useTokenChange((name: string) =>
    rpc('create_workspace_token', {
      p_workspace_id: workspace.id,
      p_name: name,
    }),
  )
}

/** Renames a token; 409 when another has the name. */
export function useRenameToken() {
  return useTokenChange(({ id, name }: { id: number; name: string }) =>
    rpc('rename_workspace_token', { p_id: id, p_name: name }),
  )
}

/** Revokes a token at once. */
export function useRevokeToken() {
  return useTokenChange((id: number) => rpc('delete_workspace_token', { p_id: id }))
}
