// The pages of the administration: who sees them, and what they load.
import type { ComponentType } from 'react'
import type { Flag } from '../../../../supabase/functions/_shared/domain/flags.ts'
import type { WorkspacePermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { config } from '../../shared/config/config.ts'
import { paths } from '../../shared/config/paths.ts'
import { lazyAhead } from '../../shared/ui/lazy-ahead.tsx'
import { preloadGrid } from '../../shared/ui/table/DataTable.tsx'

export interface AdminPage {
  path: string
  label: string
  permission: WorkspacePermission
  /** Marked beside the others, for it is there for a while only. */
  isHighlighted?: boolean
  /** Shown only in a workspace that came from NEXT. */
  isForMigrated?: boolean
  /** Taken away by this flag. */
  unless?: Flag
  Part: ComponentType
  preload: () => void
}

/**
 * In the order of the navigation. An installation of one company has no plans, and no page of them; without a server of
 * NEXT nothing is migrated from there.
 */
export const adminPages: readonly AdminPage[] = allPages().filter(
  ({ path, isForMigrated }) =>
    (path !== paths.admin.billing || config.mode === 'multi_tenant') &&
    (!isForMigrated || config.legacyMigration === true),
)

/** Loads what the pages at these paths are made of, the grid of their tables with it: the next click finds it there. */
export function preloadAdmin(paths: readonly string[]): void {
  preloadGrid()
  for (const { path, preload } of adminPages) if (paths.includes(path)) preload()
}

function allPages(): AdminPage[] {
  return [
    {
      path: paths.admin.projects,
      label: 'Projects',
      permission: 'WorkspaceProjectsView',
      ...lazyAhead(() => import('../../features/groups/routes.tsx')),
    },
    {
      path: paths.admin.teams,
      label: 'Teams',
      permission: 'WorkspaceTeamsView',
      ...lazyAhead(() => import('../../features/teams/routes.tsx')),
    },
    {
      path: paths.admin.members,
      label: 'Members',
      permission: 'WorkspaceMembersRead',
      ...lazyAhead(() => import('../../features/members/routes.tsx')),
    },
    {
      path: paths.admin.settings,
      label: 'Settings',
      permission: 'WorkspaceSettingsRead',
      ...lazyAhead(() => import('../../features/workspace-settings/routes.tsx')),
    },
    {
      path: paths.admin.governance,
      label: 'Governance',
      permission: 'WorkspaceDefaultStyleGuidesCreate',
      unless: 'ssg_disabled',
      ...lazyAhead(() => import('../../features/governance/routes.tsx')),
    },
    {
      path: paths.admin.problems,
      label: 'Problems',
      permission: 'WorkspaceProjectsCreate',
      ...lazyAhead(() => import('../../features/problems/routes.tsx')),
    },
    {
      path: paths.admin.activity,
      label: 'Activity',
      permission: 'WorkspaceActivityRead',
      ...lazyAhead(() => import('../../features/activity/routes.tsx')),
    },
    {
      path: paths.admin.automation,
      label: 'Automation',
      permission: 'WorkspaceAutomationLogsView',
      ...lazyAhead(() => import('../../features/automation/routes.tsx')),
    },
    {
      path: paths.admin.billing,
      label: 'Billing',
      permission: 'WorkspaceBilling',
      ...lazyAhead(() => import('../../features/billing/routes.tsx')),
    },
    {
      path: paths.admin.legacyMigration,
      label: 'Migrate from NEXT',
      permission: 'WorkspaceBilling',
      isHighlighted: true,
      isForMigrated: true,
      ...lazyAhead(() => import('../../features/legacy-migration/routes.tsx')),
    },
  ]
}
