import { type Control, type UseFormSetValue, useFormState, useWatch } from 'react-hook-form'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { PresentationPicker } from '../../../shared/ui/PresentationPicker.tsx'
import type { TeamValues } from '../queries.ts'

interface Props {
  control: Control<TeamValues>
  setValue: UseFormSetValue<TeamValues>
  autoFocus?: boolean
}

/** Name, description and looks of a team. */
export function TeamFields({ control, setValue, autoFocus = false }: Props) {
  const { isSubmitting } = useFormState({ control })
  const [icon, color] = useWatch({ control, name: ['icon', 'color'] })
  return (
    <>
      <FormTextField
        control={control}
        name="name"
        label="Name"
        required
        autoFocus={autoFocus}
        autoComplete="off"
        disabled={isSubmitting}
      />
      <FormTextField
        control={control}
        name="description"
        label="Description"
        multiline
        minRows={3}
        disabled={isSubmitting}
      />
      <PresentationPicker
        label="Icon"
        icon={icon}
        color={color}
        onChange={(next) => {
          setValue('icon', next.icon, { shouldDirty: true })
          setValue('color', next.color, { shouldDirty: true, shouldValidate: true })
        }}
      />
    </>
  )
}
