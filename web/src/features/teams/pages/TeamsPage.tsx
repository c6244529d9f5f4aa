import Box from '@mui/material/Box'
import { useParams } from 'react-router-dom'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { CreateTeam } from '../components/CreateTeam.tsx'
import { TeamLimit } from '../components/TeamLimit.tsx'
import { TeamPanel } from '../components/TeamPanel.tsx'
import { TeamsTable } from '../components/TeamsTable.tsx'
import { useTeams } from '../queries.ts'
import { useListView } from '../use-list-view.ts'

const whose = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'My Teams' },
]

/** The teams of the workspace, and beside them the one that is open. */
export function TeamsPage() {
  const { slug } = useParams()
  const view = useListView()
  const teams = useTeams(view.filter)
  const open = teams.data?.find((team) => team.slug === slug)
  usePageTitle(open?.name ?? 'Teams')
  return (
    <>
      <PageHeader
        title="Teams"
        description="A team is given projects as one: whoever joins it can work on them."
        actions={<CreateTeam onCreated={(created) => view.openTeam(created, 'members')} />}
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <TeamLimit />
        <TableToolbar
          search={view.filter.search}
          onSearchChange={view.setSearch}
          searchLabel="Search teams"
          filters={[
            {
              id: 'show',
              label: 'Show',
              value: view.filter.mine ? 'mine' : 'all',
              options: whose,
              onChange: (value) => view.setMine(value === 'mine'),
            },
          ]}
        />
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 2 }}>
          <TeamsTable view={view} teams={teams} openSlug={slug} />
          <TeamPanel slug={slug} known={open} view={view} />
        </Box>
      </Box>
    </>
  )
}
