import Button from '@mui/material/Button'
import { useState } from 'react'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { type Team, useTeam } from '../queries.ts'
import type { useListView } from '../use-list-view.ts'
import { LeaveTeamDialog } from './LeaveTeamDialog.tsx'
import { MembersTab } from './MembersTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'

interface Props {
  slug: string | undefined
  /** The team's row of the list, which shows until its details are there. */
  known: Team | undefined
  view: ReturnType<typeof useListView>
}

/** The team of the address: Overview, Members and, for whoever may change it, Settings. */
export function TeamPanel({ slug, known, view }: Props) {
  const details = useTeam(slug, known)
  const [isLeaving, setLeaving] = useState(false)
  if (slug === undefined) return null
  if (details.error && (isNotFound(details.error) || !details.data)) {
    return <Missing error={details.error} onRetry={() => void details.refetch()} onClose={view.close} />
  }
  const team = details.data
  if (!team) return <SidePanel open title="Team" isLoading onClose={view.close} />
  const leave = team.my_permissions.includes('team_leave') ? (
    <Button size="small" color="inherit" onClick={() => setLeaving(true)}>
      Leave
    </Button>
  ) : null
  return (
    <>
      <SidePanel
        open
        title={team.name}
        subtitle={summaryOf(team)}
        icon={<ProjectIcon name={team.icon} colour={team.icon_color} size="title" />}
        actions={leave}
        tabs={tabsOf(team, view)}
        tab={view.tab}
        onTabChange={view.setTab}
        onClose={view.close}
      />
      {isLeaving ? <LeaveTeamDialog team={team} onClose={() => setLeaving(false)} /> : null}
    </>
  )
}

const isNotFound = (error: unknown) => error instanceof ApiProblem && error.status === 404

function tabsOf(team: Team, view: Props['view']) {
  const may = (permission: Team['my_permissions'][number]) => team.my_permissions.includes(permission)
  // Each team has its own state: what was typed for one is not left behind in the next.
  return [
    {
      id: 'overview',
      label: 'Overview',
      content: <OverviewTab key={team.id} team={team} onShowMembers={() => view.setTab('members')} />,
    },
    { id: 'members', label: 'Members', content: <MembersTab key={team.id} team={team} /> },
    ...(may('team_settings_update') || may('team_delete')
      ? [
          {
            id: 'settings',
            label: 'Settings',
            content: <SettingsTab key={team.id} team={team} onDeleted={view.close} />,
          },
        ]
      : []),
  ]
}

function summaryOf({ member_count, invitations_count, project_count }: Team): string {
  const counted = (count: number, one: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`
  const invited = invitations_count > 0 ? [`${invitations_count.toLocaleString('en')} invited`] : []
  return [counted(member_count, 'member'), ...invited, counted(project_count, 'project')].join(', ')
}

interface MissingProps {
  error: Error
  onRetry: () => void
  onClose: () => void
}

function Missing({ error, onRetry, onClose }: MissingProps) {
  if (isNotFound(error)) {
    return (
      <SidePanel open title="Team Not Found" onClose={onClose}>
        <Callout
          severity="info"
          action={
            <Button size="small" onClick={onClose}>
              Back to the teams
            </Button>
          }
        >
          This team does not exist or you do not have sufficient permission.
        </Callout>
      </SidePanel>
    )
  }
  return (
    <SidePanel open title="Team" onClose={onClose}>
      <Callout
        severity="error"
        action={
          <Button size="small" color="inherit" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {messageOf(error)}
      </Callout>
    </SidePanel>
  )
}
