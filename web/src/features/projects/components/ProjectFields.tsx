import Box from '@mui/material/Box'
import type { Control } from 'react-hook-form'
import type { GroupRow } from '../../../shared/data/projects.ts'
import type { VisibilityRules } from '../../../shared/data/visibility.ts'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import type { ImportValues } from '../forms.ts'
import { visibilityChoices } from '../visibility.ts'

interface Props {
  control: Control<ImportValues>
  groups: GroupRow[]
  rules: VisibilityRules
  blocked: string | null
  disabled: boolean
  appearance: { name: string; colour: string }
  onName: (name: string) => void
}

/** Name, slug, visibility and group of the project to be. */
export function ProjectFields({ control, groups, rules, blocked, disabled, appearance, onName }: Props) {
  const noGroup = { value: '', label: 'No group' }
  const choices = groups.map((group) => ({ value: String(group.id), label: group.name }))
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
        <ProjectIcon name={appearance.name} colour={appearance.colour} size="title" />
        <FormTextField control={control} name="name" label="Name" disabled={disabled} onValue={onName} />
      </Box>
      <FormTextField
        control={control}
        name="slug"
        label="Slug"
        disabled={disabled}
        helperText="Its address: /docs/ and this"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      />
      <FormSelect
        control={control}
        name="visibility"
        label="Visibility"
        choices={visibilityChoices(rules)}
        disabled={disabled}
        problem={blocked ?? undefined}
      />
      {groups.length ? (
        <FormSelect
          control={control}
          name="group"
          label="Group"
          choices={[noGroup, ...choices]}
          disabled={disabled}
        />
      ) : null}
    </Box>
  )
}
