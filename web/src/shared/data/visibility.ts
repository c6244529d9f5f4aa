// What the visibilities mean, and which of them can be had.
import type { GroupRow } from './projects.ts'
import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { supabase, unwrap } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

export type Visibility = 'internal' | 'private' | 'public'

export interface VisibilityRules {
  privateAllowed: boolean
  publicAllowed: boolean
  group: GroupRow | undefined
}

liveKeys({ workspaces: [['public-allowed']] })

/** Why a visibility cannot be had, in the specification's words; null when it can. */
export function blockedBecause(visibility: string, rules: VisibilityRules): string | null {
  if (visibility === 'private' && !rules.privateAllowed) return 'Unable to create a private project'
  if (visibility !== 'public') return null
  if (!rules.publicAllowed) return 'Unable to set project visibility to public'
  if (rules.group?.visibility === 'internal') {
    return 'Project is associated with an internal group and cannot be made public'
  }
  return null
}

/** Whether the workspace lets projects be public. */
export function usePublicAllowed() {
  const workspace = useWorkspace()
  return useRead({
    key: ['public-allowed'],
    read: async () => {
      const query = supabase
        .from('workspaces')
        .select('allow_public_projects')
        .eq('id', workspace.id)
        .single()
      return (await unwrap(query)).allow_public_projects
    },
  })
}
