// The pages of the administration: who sees them, and what they load.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { WorkspacePermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../../shared/config/paths.ts'

export interface AdminPage {
  path: string
  label: string
  permission: WorkspacePermission
  Page: LazyExoticComponent<ComponentType>
}

/** In the order of the navigation (spec 3 §2). */
export const adminPages: readonly AdminPage[] = [
  {
    path: paths.admin.projects,
    label: 'Projects',
    permission: 'WorkspaceProjectsView',
    Page: lazy(() => import('../../features/groups/routes.tsx')),
  },
  {
    path: paths.admin.teams,
    label: 'Teams',
    permission: 'WorkspaceTeamsView',
    Page: lazy(() => import('../../features/teams/routes.tsx')),
  },
  {
    path: paths.admin.members,
    label: 'Members',
    permission: 'WorkspaceMembersRead',
    Page: lazy(() => import('../../features/members/routes.tsx')),
  },
  {
    path: paths.admin.settings,
    label: 'Settings',
    permission: 'WorkspaceSettingsRead',
    Page: lazy(() => import('../../features/workspace-settings/routes.tsx')),
  },
  {
    path: paths.admin.activity,
    label: 'Activity',
    permission: 'WorkspaceActivityRead',
    Page: lazy(() => import('../../features/activity/routes.tsx')),
  },
  {
    path: paths.admin.billing,
    label: 'Plan and usage',
    permission: 'WorkspaceBilling',
    Page: lazy(() => import('../../features/billing/routes.tsx')),
  },
]
