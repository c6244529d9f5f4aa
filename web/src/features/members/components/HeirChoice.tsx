import Autocomplete from '@mui/material/Autocomplete'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useMe } from '../../../shared/data/me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'
import { projectsLeftBehind } from '../actions.ts'
import { type Member, useMembers } from '../queries.ts'

interface Props {
  leaving: Member[]
  /** Null: the caller. */
  value: Member | null
  onChange: (heir: Member | null) => void
}

/** How many projects the leaving members own, and who gets them; nothing where they own none. */
export function HeirChoice({ leaving, value, onChange }: Props) {
  const { id } = useWorkspace()
  const ids = leaving.map(({ user_id }) => user_id)
  const owned = useRead({
    key: ['projects-left-behind', { ids }],
    read: () => projectsLeftBehind(id, ids),
    staleTime: 0,
  })
  if (owned.isPending) return <Skeleton variant="rounded" height={24} aria-label="Counting their projects" />
  if (owned.data === 0) return <span>They own no projects.</span>
  const count =
    owned.data === undefined
      ? 'Projects'
      : `${owned.data.toLocaleString('en')} ${owned.data === 1 ? 'project' : 'projects'}`
  return (
    <Stack spacing={1.5}>
      <span>
        {count} of theirs will belong to {value ? value.display_name : 'you'}.
      </span>
      <Heir leaving={ids} value={value} onChange={onChange} />
    </Stack>
  )
}

function Heir({ leaving, value, onChange }: { leaving: number[] } & Pick<Props, 'value' | 'onChange'>) {
  const me = useMe().data?.id
  const [search, setSearch] = useState('')
  const members = useMembers({ search: useSearchText(search), role: null, order: 'name' })
  // Viewers and guests own nothing, and who leaves inherits nothing.
  const able = (members.data?.items ?? []).filter(
    ({ user_id, role }) =>
      user_id !== me && role !== 'viewer' && role !== 'guest' && !leaving.includes(user_id),
  )
  return (
    <Autocomplete
      size="small"
      options={able}
      value={value}
      loading={members.isFetching}
      noOptionsText="No results. Try another search term."
      // The server has searched already.
      filterOptions={(found) => found}
      getOptionLabel={({ display_name }) => display_name}
      getOptionKey={({ user_id }) => user_id}
      isOptionEqualToValue={(one, other) => one.user_id === other.user_id}
      onChange={(_, next) => onChange(next)}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
      renderInput={(params) => (
        <TextField {...params} label="Somebody else" helperText="Leave it empty to keep them yourself." />
      )}
    />
  )
}
