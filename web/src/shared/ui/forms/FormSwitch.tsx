import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface Props<T extends FieldValues> {
  control: Control<T>
  name: FieldPath<T>
  label: string
  helperText?: ReactNode
  disabled?: boolean
}

/** A yes or no of a form. */
export function FormSwitch<T extends FieldValues>({ control, name, label, helperText, disabled }: Props<T>) {
  const helpId = useId()
  const { field, fieldState } = useController({ control, name })
  const message = fieldState.error?.message ?? helperText
  return (
    <FormControl error={Boolean(fieldState.error)} disabled={disabled ?? false}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            name={name}
            checked={field.value === true}
            onChange={(_event, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, ...(message ? { 'aria-describedby': helpId } : {}) } }}
          />
        }
      />
      {message ? (
        <FormHelperText id={helpId} sx={{ mt: 0, ml: 0 }}>
          {message}
        </FormHelperText>
      ) : null}
    </FormControl>
  )
}
