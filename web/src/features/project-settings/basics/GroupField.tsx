import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type Control, useController } from 'react-hook-form'
import { type Group, useAllGroups } from '../../../shared/data/groups.ts'
import type { Project } from '../model.ts'
import type { BasicsValues } from './forms.ts'

interface Props {
  control: Control<BasicsValues>
  project: Project
  isReadOnly: boolean
}

type Option = Pick<Group, 'id' | 'name'>

/** The group of the project, among those that the caller may add projects to; without one when it is cleared. */
export function GroupField({ control, project, isReadOnly }: Props) {
  const { field, fieldState } = useController({ control, name: 'group' })
  const groups = useAllGroups()
  const options = (groups.data ?? []).filter(
    ({ id, my_permissions }) => id === project.group_id || my_permissions.includes('group_projects_add'),
  )
  const value = field.value === '' ? null : optionOf(groups.data, Number(field.value))
  return (
    <Autocomplete<Option>
      options={options}
      value={value}
      onChange={(_, next) => field.onChange(next === null ? '' : String(next.id))}
      disabled={isReadOnly}
      loading={groups.isPending}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText="No group that you can add projects to"
      renderInput={(params) => (
        <TextField
          {...params}
          label="Group"
          placeholder="No group"
          error={Boolean(fieldState.error)}
          helperText={fieldState.error?.message}
          inputRef={field.ref}
          onBlur={field.onBlur}
        />
      )}
    />
  )
}

/** A group whose name is not known, or not yet, stays chosen. */
function optionOf(groups: Group[] | undefined, id: number): Option {
  return groups?.find((group) => group.id === id) ?? { id, name: groups ? 'Another group' : 'Loading...' }
}
