import type { Control } from 'react-hook-form'
import { FormTextField } from './FormTextField.tsx'

/** The field `email` of a form that asks for nothing else first: it has the focus, and browsers fill it in. */
export function EmailField({
  control,
  label = 'Email',
}: {
  control: Control<{ email: string }>
  label?: string
}) {
  return (
    <FormTextField control={control} name="email" type="email" label={label} autoComplete="email" autoFocus />
  )
}
