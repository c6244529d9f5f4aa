import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { AssignableTeam } from '../../shared/data/rows.ts'
import { ProjectIcon } from '../../shared/ui/ProjectIcon.tsx'
import { RoleSelect } from '../../shared/ui/RoleSelect.tsx'
import { useSearchText } from '../../shared/ui/use-debounced.ts'
import { useSetTeam } from './changes.ts'
import { type TeamRole, useAssignableTeams } from './queries.ts'
import { teamOptions } from './roles.ts'

interface Props {
  projectId: number
  can: (permission: ProjectPermission) => boolean
}

/** Shares the project with another team. */
export function AddTeam({ projectId, can }: Props) {
  const form = useForm<{ team: AssignableTeam | null; role: TeamRole }>({
    defaultValues: { team: null, role: can('project_editor_add') ? 'editor' : 'viewer' },
  })
  const [team, role] = form.watch(['team', 'role'])
  const [search, setSearch] = useState('')
  const teams = useAssignableTeams(projectId, useSearchText(search))
  const add = useSetTeam(projectId, 'Team Added Successfully!')
  const submit = form.handleSubmit(({ team, role }) => {
    if (team) add.mutate({ teamId: team.team_id, role }, { onSuccess: () => form.setValue('team', null) })
  })
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Controller
        control={form.control}
        name="team"
        render={({ field }) => (
          <Autocomplete
            size="small"
            sx={{ flex: '2 1 200px' }}
            options={teams.data ?? []}
            value={field.value}
            loading={teams.isFetching}
            noOptionsText={
              search ? 'No results. Try another search term.' : 'Every team has the project already.'
            }
            // The server has searched already.
            filterOptions={(found) => found}
            getOptionLabel={({ name }) => name}
            getOptionKey={({ team_id }) => team_id}
            isOptionEqualToValue={(one, other) => one.team_id === other.team_id}
            onChange={(_, next) => field.onChange(next)}
            onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
            renderOption={({ key, ...item }, option) => (
              <Box component="li" key={key} {...item} sx={{ display: 'flex', gap: 1 }}>
                <ProjectIcon name={option.icon} colour={option.icon_color} />
                {option.name}
              </Box>
            )}
            renderInput={(params) => <TextField {...params} label="Team" />}
          />
        )}
      />
      <Box sx={{ flex: '1 1 110px' }}>
        <RoleSelect
          label="Team role"
          value={role}
          options={teamOptions(can)}
          onChange={(next) => form.setValue('role', next)}
        />
      </Box>
      <Button type="submit" variant="outlined" loading={add.isPending} disabled={team === null}>
        Add Team
      </Button>
    </Box>
  )
}
