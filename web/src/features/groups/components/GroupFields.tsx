import FormHelperText from '@mui/material/FormHelperText'
import { type Control, useController } from 'react-hook-form'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { PresentationPicker } from '../../../shared/ui/PresentationPicker.tsx'
import type { GroupValues } from '../forms.ts'

const visibilities = [
  { value: 'internal', label: 'Internal: none of its projects can be public' },
  { value: 'public', label: 'Public: its projects can be public' },
]

/** The fields that a refusal of the server may be shown at. */
export const groupFields: (keyof GroupValues)[] = ['name', 'description', 'visibility', 'icon_color']

/** Name, description, visibility and look of a group. */
export function GroupFields({ control, autoFocus }: { control: Control<GroupValues>; autoFocus?: boolean }) {
  return (
    <>
      <FormTextField control={control} name="name" label="Name" required autoFocus={autoFocus ?? false} />
      <FormTextField
        control={control}
        name="description"
        label="Description"
        multiline
        minRows={2}
        maxRows={6}
      />
      <FormSelect control={control} name="visibility" label="Visibility" choices={visibilities} />
      <Look control={control} />
    </>
  )
}

function Look({ control }: { control: Control<GroupValues> }) {
  const icon = useController({ control, name: 'icon' })
  const colour = useController({ control, name: 'icon_color' })
  const problem = colour.fieldState.error?.message
  return (
    <div>
      <PresentationPicker
        label="Icon"
        icon={icon.field.value}
        color={colour.field.value}
        onChange={(next) => {
          icon.field.onChange(next.icon)
          colour.field.onChange(next.color)
        }}
      />
      {problem ? <FormHelperText error>{problem}</FormHelperText> : null}
    </div>
  )
}
