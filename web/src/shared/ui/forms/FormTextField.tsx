import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

type Props<T extends FieldValues> = Omit<TextFieldProps, 'name'> & {
  control: Control<T>
  name: FieldPath<T>
  /** Runs after the form has taken the new value. */
  onValue?: (value: string) => void
}

/** A text field of a form: value, blur and error come from react-hook-form. */
export function FormTextField<T extends FieldValues>({
  control,
  name,
  onValue,
  helperText,
  ...rest
}: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <TextField
      {...rest}
      name={name}
      value={field.value ?? ''}
      inputRef={field.ref}
      error={Boolean(fieldState.error)}
      helperText={fieldState.error?.message ?? helperText}
      onChange={(event) => {
        field.onChange(event)
        onValue?.(event.target.value)
      }}
      onBlur={(event) => {
        field.onBlur()
        rest.onBlur?.(event)
      }}
    />
  )
}
