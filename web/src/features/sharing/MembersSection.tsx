import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { Section } from '../../shared/ui/Section.tsx'
import { useSearchText } from '../../shared/ui/use-debounced.ts'
import { InvitedList } from './InvitedList.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { MemberRow } from './MemberRow.tsx'
import { useProjectAccess } from './queries.ts'

// With fewer people one sees them all.
const searchedFrom = 8
// As high as the rows that will be there: what lies below stays where it is.
const rowHeight = 72

interface Props {
  projectId: number
  projectName: string
  can: (permission: ProjectPermission) => boolean
}

/** Everybody who was given the project, by name, by a team or by its group. */
export function MembersSection({ projectId, projectName, can }: Props) {
  const [text, setText] = useState('')
  const access = useProjectAccess(projectId, useSearchText(text))
  const [first] = access.data?.pages ?? []
  const people = access.data?.pages.flatMap(({ items }) => items) ?? []
  if (access.isPending) {
    return (
      <Section title="Members">
        <Skeleton variant="rounded" height={rowHeight} aria-label="Loading members" />
        <Skeleton variant="rounded" height={rowHeight} />
      </Section>
    )
  }
  if (!first) {
    return (
      <Section title="Members">
        <LoadFailure error={access.error} onRetry={() => void access.refetch()} />
      </Section>
    )
  }
  return (
    <Section
      title="Members"
      actions={
        <Typography variant="body2" color="textSecondary">
          {first.total.toLocaleString('en')} with access
        </Typography>
      }
    >
      {first.total >= searchedFrom || text ? (
        <TextField
          type="search"
          label="Find a member"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      {people.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 1 }}>
          {text ? 'No results. Try another search term.' : 'The project was not shared with anybody by name.'}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {people.map((person) => (
            <MemberRow
              key={person.user_id}
              projectId={projectId}
              projectName={projectName}
              person={person}
              can={can}
            />
          ))}
        </Box>
      )}
      {access.hasNextPage ? (
        <Button
          size="small"
          loading={access.isFetchingNextPage}
          onClick={() => void access.fetchNextPage()}
          sx={{ justifySelf: 'start' }}
        >
          Show more
        </Button>
      ) : null}
      <InvitedList projectId={projectId} invitations={first.invitations} can={can} />
    </Section>
  )
}
