import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { TextInput, type TextInputProps } from './TextInput.tsx'

type Props<T extends FieldValues> = Omit<TextInputProps, 'name' | 'value' | 'onChange' | 'error'> & {
  control: Control<T>
  name: FieldPath<T>
  /** Runs after the form has taken the new value. */
  onValue?: (value: string) => void
  /** A fault that the form's schema does not know, such as a name that somebody has. */
  problem?: string | undefined
}

/** A text field of a form: value, blur and error come from react-hook-form. */
export function FormTextField<T extends FieldValues>(props: Props<T>) {
  const { control, name, onValue, problem, helperText, ...rest } = props
  const { field, fieldState } = useController({ control, name })
  const message = fieldState.error?.message ?? problem
  return (
    <TextInput
      {...rest}
      name={name}
      value={field.value ?? ''}
      inputRef={field.ref}
      error={Boolean(message)}
      helperText={message ?? helperText}
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
