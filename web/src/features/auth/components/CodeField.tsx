import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'

/** The code of a mail. */
export function CodeField<T extends FieldValues>({
  control,
  name,
  label = 'Confirmation code',
}: {
  control: Control<T>
  name: FieldPath<T>
  label?: string
}) {
  return (
    <FormTextField
      control={control}
      name={name}
      label={label}
      autoFocus
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { inputMode: 'numeric', spellCheck: false } }}
    />
  )
}
