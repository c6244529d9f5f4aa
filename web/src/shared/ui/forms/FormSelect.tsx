import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

export interface Choice {
  value: string
  label: ReactNode
  disabled?: boolean
}

/** No value of a form: what is chosen instead of one. */
const actionValue = '\u0000action'

interface Props<T extends FieldValues> {
  control: Control<T>
  name: FieldPath<T>
  label: string
  choices: Choice[]
  helperText?: ReactNode
  disabled?: boolean
  /** Runs after the form has taken the new value. */
  onValue?: (value: string) => void
  /** Something to do, offered below the choices; it chooses nothing by itself. */
  action?: { label: string; onChoose: () => void } | undefined
  /** A fault that the form's schema does not know. */
  problem?: string | undefined
}

/** A choice of a form out of a short list. */
export function FormSelect<T extends FieldValues>(props: Props<T>) {
  const { control, name, label, choices, helperText, disabled, onValue, action, problem } = props
  const { field, fieldState } = useController({ control, name })
  const message = fieldState.error?.message ?? problem
  // An empty value that means something ("No group") is shown like any other.
  const named = choices.some((choice) => choice.value === '')
  const shown = named ? { select: { displayEmpty: true }, inputLabel: { shrink: true } } : {}
  return (
    <TextField
      select
      name={name}
      label={label}
      value={field.value ?? ''}
      inputRef={field.ref}
      error={Boolean(message)}
      helperText={message ?? helperText}
      disabled={disabled ?? false}
      slotProps={shown}
      onChange={(event) => {
        if (event.target.value === actionValue) return action?.onChoose()
        field.onChange(event)
        onValue?.(event.target.value)
      }}
      onBlur={field.onBlur}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
          {choice.label}
        </MenuItem>
      ))}
      {action ? (
        <MenuItem value={actionValue} sx={{ color: 'primary.main' }}>
          {action.label}
        </MenuItem>
      ) : null}
    </TextField>
  )
}
