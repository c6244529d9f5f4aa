import { type Control, useFormState } from 'react-hook-form'
import { FormPresentation } from '../../../shared/ui/forms/FormPresentation.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import type { TeamValues } from '../queries.ts'

interface Props {
  control: Control<TeamValues>
  autoFocus?: boolean
}

/** Name, description and looks of a team. */
export function TeamFields({ control, autoFocus = false }: Props) {
  const { isSubmitting } = useFormState({ control })
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
      <FormPresentation control={control} icon="icon" colour="color" />
    </>
  )
}
