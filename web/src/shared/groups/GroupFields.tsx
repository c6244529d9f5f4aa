import type { Control } from 'react-hook-form'
import { FormPresentation } from '../ui/forms/FormPresentation.tsx'
import { FormSelect } from '../ui/forms/FormSelect.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import type { GroupValues } from './forms.ts'

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
      <FormPresentation control={control} icon="icon" colour="icon_color" />
    </>
  )
}
