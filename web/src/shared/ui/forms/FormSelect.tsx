import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { FormTextField } from './FormTextField.tsx'

export interface Choice {
  value: string
  label: ReactNode
  disabled?: boolean
}

interface Props<T extends FieldValues> {
  control: Control<T>
  name: FieldPath<T>
  label: string
  choices: Choice[]
  helperText?: ReactNode
  disabled?: boolean
  problem?: string | undefined
}

/** A choice of a form out of a short list. */
export function FormSelect<T extends FieldValues>({ choices, ...field }: Props<T>) {
  // An empty value that means something ("No group") is shown like any other.
  const named = choices.some((choice) => choice.value === '')
  const shown = named ? { select: { displayEmpty: true }, inputLabel: { shrink: true } } : {}
  return (
    <FormTextField {...field} select slotProps={shown}>
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
          {choice.label}
        </MenuItem>
      ))}
    </FormTextField>
  )
}
