// The pages of the administration: who sees them, and what they load.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { WorkspacePermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../../shared/config/paths.ts'

type Load = () => Promise<{ default: ComponentType }>

export interface AdminPage {
  path: string
  label: string
  permission: WorkspacePermission
  Page: LazyExoticComponent<ComponentType>
  load: Load
}

const loaded = (load: Load) => ({ Page: lazy(load), load })

/** In the order of the navigation (spec 3 §2). */
export const adminPages: readonly AdminPage[] = [
  {
    path: paths.admin.projects,
    label: 'Projects',
    permission: 'WorkspaceProjectsView',
    ...loaded(() => import('../../features/groups/routes.tsx')),
  },
  {
    path: paths.admin.teams,
    label: 'Teams',
    permission: 'WorkspaceTeamsView',
    ...loaded(() => import('../../features/teams/routes.tsx')),
  },
  {
    path: paths.admin.members,
    label: 'Members',
    permission: 'WorkspaceMembersRead',
    ...loaded(() => import('../../features/members/routes.tsx')),
  },
  {
    path: paths.admin.settings,
    label: 'Settings',
    permission: 'WorkspaceSettingsRead',
    ...loaded(() => import('../../features/workspace-settings/routes.tsx')),
  },
  {
    path: paths.admin.activity,
    label: 'Activity',
    permission: 'WorkspaceActivityRead',
    ...loaded(() => import('../../features/activity/routes.tsx')),
  },
  {
    path: paths.admin.billing,
    label: 'Plan and usage',
    permission: 'WorkspaceBilling',
    ...loaded(() => import('../../features/billing/routes.tsx')),
  },
]

/** Loads what the pages are made of, the grid of their tables with it: the next click finds it there. */
export function preloadAdmin(pages: readonly AdminPage[]): void {
  const loads = [() => import('../../shared/ui/table/TableGrid.tsx'), ...pages.map(({ load }) => load)]
  // What does not come is reported where it is rendered.
  for (const load of loads) load().catch(() => undefined)
}
