import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import GroupIcon from '@mui/icons-material/GroupOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { DataTable, type RowAction } from '../../../shared/ui/table/DataTable.tsx'
import type { Team, useTeams } from '../queries.ts'
import type { useListView } from '../use-list-view.ts'
import { DeleteTeamDialog } from './DeleteTeamDialog.tsx'
import { DeleteTeamsDialog } from './DeleteTeamsDialog.tsx'
import { LeaveTeamDialog } from './LeaveTeamDialog.tsx'
import { columnsFor } from './team-columns.tsx'

interface Props {
  view: ReturnType<typeof useListView>
  teams: ReturnType<typeof useTeams>
  openSlug: string | undefined
}

type Asked = { to: 'delete' | 'leave'; team: Team } | { to: 'delete-selected' } | null

/** The list: sorted by the server, selectable for whoever may delete every team. */
export function TeamsTable({ view, teams, openSlug }: Props) {
  const { can } = usePermissions()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>(null)
  const rows = teams.data ?? []
  // A team that somebody else deleted meanwhile is no longer meant.
  const chosen = rows.filter((team) => selected.has(team.slug))
  const close = () => setAsked(null)
  const closeIfOpen = (deleted: Team[]) => {
    if (deleted.some(({ slug }) => slug === openSlug)) view.close()
  }
  const selection = can('WorkspaceGlobalAdmin')
    ? {
        selected: new Set(chosen.map(({ slug }) => slug)),
        onSelectedChange: setSelected,
        bulkActions: [
          {
            label: 'Delete',
            icon: <DeleteIcon />,
            destructive: true,
            onSelect: () => setAsked({ to: 'delete-selected' }),
          },
        ],
      }
    : {}
  return (
    <>
      <DataTable
        label="Teams"
        rows={rows}
        rowId={(team) => team.slug}
        columns={columnsFor(openSlug !== undefined)}
        isLoading={teams.isPending}
        error={teams.isError ? messageOf(teams.error) : null}
        onRetry={() => void teams.refetch()}
        order={view.order}
        onOrderChange={view.setOrder}
        {...selection}
        rowActions={rowActions(view, setAsked)}
        onRowClick={(team) => view.openTeam(team.slug)}
        activeRowId={openSlug ?? null}
        isFiltered={view.isFiltered}
        onResetFilters={view.reset}
        onEndReached={() => {
          if (teams.hasNextPage && !teams.isFetchingNextPage) void teams.fetchNextPage()
        }}
        isLoadingMore={teams.isFetchingNextPage}
      />
      {asked?.to === 'delete' ? (
        <DeleteTeamDialog team={asked.team} onClose={close} onDeleted={() => closeIfOpen([asked.team])} />
      ) : null}
      {asked?.to === 'leave' ? <LeaveTeamDialog team={asked.team} onClose={close} /> : null}
      {asked?.to === 'delete-selected' ? (
        <DeleteTeamsDialog
          teams={chosen}
          onClose={close}
          onDeleted={(deleted) => {
            setSelected(new Set(chosen.filter((team) => !deleted.includes(team)).map(({ slug }) => slug)))
            closeIfOpen(deleted)
          }}
        />
      ) : null}
    </>
  )
}

function rowActions(view: Props['view'], ask: (asked: Asked) => void): RowAction<Team>[] {
  const without = (permission: Team['my_permissions'][number]) => (team: Team) =>
    !team.my_permissions.includes(permission)
  return [
    { label: 'Members', icon: <GroupIcon />, onSelect: (team) => view.openTeam(team.slug, 'members') },
    {
      label: 'Leave',
      icon: <LogoutIcon />,
      hidden: without('team_leave'),
      onSelect: (team) => ask({ to: 'leave', team }),
    },
    {
      label: 'Delete',
      icon: <DeleteIcon />,
      destructive: true,
      hidden: without('team_delete'),
      onSelect: (team) => ask({ to: 'delete', team }),
    },
  ]
}
