import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { AvatarList } from '../../../shared/ui/AvatarList.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import type { Team } from '../queries.ts'

/** A team's avatars are of its first three admins. */
const adminsShown = 3

/** The ids are what the server sorts by. */
const teamColumns: Column<Team>[] = [
  {
    id: 'name',
    label: 'Team',
    sortable: true,
    flex: 2,
    minWidth: 160,
    render: (team) => <Name team={team} />,
  },
  {
    id: 'admins',
    label: 'Admins',
    flex: 1,
    minWidth: 150,
    wideOnly: true,
    render: ({ admins, admins_count }) => (
      <AvatarList
        people={admins.map(({ display_name, avatar_url }) => ({ name: display_name, avatarUrl: avatar_url }))}
        max={adminsShown}
        total={admins_count}
      />
    ),
  },
  {
    id: 'project_count',
    label: 'Projects',
    sortable: true,
    width: 120,
    align: 'right',
    wideOnly: true,
    render: ({ project_count }) => project_count.toLocaleString('en'),
  },
  {
    id: 'member_count',
    label: 'Members',
    sortable: true,
    width: 125,
    align: 'right',
    render: ({ member_count }) => member_count.toLocaleString('en'),
  },
  {
    id: 'updated_at',
    label: 'Last Edit',
    sortable: true,
    width: 150,
    wideOnly: true,
    render: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
]

/** Team, Admins, Projects, Members, Last Edit; beside an open team, which shows them itself, without Admins and Last Edit. */
export function columnsFor(isBesidePanel: boolean): Column<Team>[] {
  return isBesidePanel ? teamColumns.filter(({ id }) => id !== 'admins' && id !== 'updated_at') : teamColumns
}

function Name({ team }: { team: Team }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <ProjectIcon name={team.icon} colour={team.icon_color} size="row" />
      <Box sx={{ minWidth: 0 }}>
        <Typography component="div" variant="subtitle2" noWrap title={team.name}>
          {team.name}
        </Typography>
        {team.description ? (
          <Typography variant="body2" color="textSecondary" noWrap title={team.description}>
            {team.description}
          </Typography>
        ) : null}
      </Box>
    </Box>
  )
}
