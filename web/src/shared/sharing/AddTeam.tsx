import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { ProjectIcon } from '../ui/ProjectIcon.tsx'
import { RoleSelect } from '../ui/RoleSelect.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useSetTeam } from './changes.ts'
import { type AssignableTeam, type TeamRole, useAssignableTeams } from './queries.ts'
import { teamOptions } from './roles.ts'

const searchMs = 200

interface Props {
  projectId: number
  can: (permission: ProjectPermission) => boolean
}

/** Shares the project with another team. */
export function AddTeam({ projectId, can }: Props) {
  const [team, setTeam] = useState<AssignableTeam | null>(null)
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<TeamRole>(can('project_editor_add') ? 'editor' : 'viewer')
  const teams = useAssignableTeams(projectId, useDebounced(search.trim(), searchMs))
  const add = useSetTeam(projectId, 'Team Added Successfully!')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!team) return
    const isAdded = await add.mutateAsync({ teamId: team.team_id, role }).then(
      () => true,
      () => false,
    )
    if (isAdded) setTeam(null)
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Autocomplete
        size="small"
        sx={{ flex: '2 1 200px' }}
        options={teams.data ?? []}
        value={team}
        loading={teams.isFetching}
        noOptionsText={
          search ? 'No results. Try another search term.' : 'Every team has the project already.'
        }
        // The server has searched already.
        filterOptions={(found) => found}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ team_id }) => team_id}
        isOptionEqualToValue={(one, other) => one.team_id === other.team_id}
        onChange={(_, next) => setTeam(next)}
        onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
        renderOption={({ key, ...item }, option) => (
          <Box component="li" key={key} {...item} sx={{ display: 'flex', gap: 1 }}>
            <ProjectIcon name={option.icon} colour={option.icon_color} />
            {option.name}
          </Box>
        )}
        renderInput={(params) => <TextField {...params} label="Team" />}
      />
      <Box sx={{ flex: '1 1 110px' }}>
        <RoleSelect label="Team role" value={role} options={teamOptions(can)} onChange={setRole} />
      </Box>
      <Button type="submit" variant="outlined" loading={add.isPending} disabled={team === null}>
        Add Team
      </Button>
    </Box>
  )
}
