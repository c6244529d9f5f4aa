import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { useTeamMembers } from '../member-queries.ts'
import type { Team } from '../queries.ts'
import { AddMembers } from './AddMembers.tsx'
import { MemberRow } from './MemberRow.tsx'

/** Who is in a team or invited to it; whoever may adds, changes and removes. */
export function MembersTab({ team }: { team: Team }) {
  const [search, setSearch] = useState('')
  const members = useTeamMembers(team.id, search.trim())
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {team.my_permissions.includes('team_member_add') ? <AddMembers team={team} /> : null}
      <TableToolbar search={search} onSearchChange={setSearch} searchLabel="Search members" />
      <Members team={team} members={members} isFiltered={search.trim() !== ''} />
    </Box>
  )
}

interface Props {
  team: Team
  members: ReturnType<typeof useTeamMembers>
  isFiltered: boolean
}

function Members({ team, members, isFiltered }: Props) {
  if (members.isPending) return <Spinner />
  if (members.isError && !members.data) {
    return (
      <Callout
        severity="error"
        action={
          <Button size="small" color="inherit" onClick={() => void members.refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(members.error)}
      </Callout>
    )
  }
  const people = (members.data?.pages ?? []).flatMap(({ items }) => items)
  if (people.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        {isFiltered ? 'No items match your filters.' : 'Nobody is in this team yet.'}
      </Typography>
    )
  }
  return (
    <>
      <Box component="ul" aria-label="Members" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {people.map((member) => (
          <MemberRow key={member.user_id ?? member.email} member={member} team={team} />
        ))}
      </Box>
      {members.hasNextPage ? (
        <Button
          size="small"
          loading={members.isFetchingNextPage}
          onClick={() => void members.fetchNextPage()}
          sx={{ justifySelf: 'center' }}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}
