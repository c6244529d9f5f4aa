// Groups of projects with what the caller may do in them.
import type { GroupPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { ProjectRow } from './projects.ts'
import { useRead } from './read.ts'
import type { Page, RowOf } from './rows.ts'
import { rpc } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

declare module './supabase.ts' {
  interface Results {
    list_groups: Page<Group>
  }
}

export type GroupVisibility = Exclude<ProjectRow['visibility'], 'private'>

/** The counts of admins and invitations are only for those who may see the admins. */
export type Group = RowOf<
  'group_item',
  'admins_count' | 'invitations_count',
  { visibility: GroupVisibility; my_permissions: GroupPermission[] }
>

const groupsPerCall = 500

/** Every group that the caller may see, by name. */
export function useAllGroups() {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['groups', { list: 'all' }],
    read: () => readGroups(workspaceId),
    signedIn: true,
  })
}

async function readGroups(workspaceId: number): Promise<Group[]> {
  const groups: Group[] = []
  for (;;) {
    const { items, total } = await rpc('list_groups', {
      p_workspace_id: workspaceId,
      p_limit: groupsPerCall,
      p_offset: groups.length,
    })
    groups.push(...items)
    if (items.length === 0 || groups.length >= total) return groups
  }
}
