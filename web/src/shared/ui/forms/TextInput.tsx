import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import type { SxProps, Theme } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

type Passed =
  | 'autoComplete'
  | 'autoFocus'
  | 'inputRef'
  | 'maxRows'
  | 'minRows'
  | 'multiline'
  | 'name'
  | 'onBlur'
  | 'onChange'
  | 'onFocus'
  | 'onKeyDown'
  | 'placeholder'
  | 'type'
  | 'value'

export interface TextInputProps extends Pick<OutlinedInputProps, Passed> {
  label: string
  helperText?: ReactNode
  error?: boolean
  required?: boolean
  disabled?: boolean
  sx?: SxProps<Theme>
  slotProps?: {
    input?: Pick<OutlinedInputProps, 'endAdornment' | 'startAdornment'>
    htmlInput?: OutlinedInputProps['inputProps']
    formHelperText?: { 'aria-live'?: 'polite' }
  }
}

/** MUI's TextField without its select: that brings menus, a tenth of the sign-in page, to forms that have none. */
export function TextInput(props: TextInputProps) {
  const { label, helperText, error, required, disabled, sx, slotProps, ...input } = props
  const id = useId()
  const helpId = `${id}-help`
  return (
    <FormControl
      size="small"
      fullWidth
      error={error ?? false}
      required={required ?? false}
      disabled={disabled ?? false}
      {...(sx ? { sx } : {})}
    >
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        {...slotProps?.input}
        id={id}
        label={label}
        {...(slotProps?.htmlInput ? { inputProps: slotProps.htmlInput } : {})}
        {...(helperText ? { 'aria-describedby': helpId } : {})}
      />
      {helperText ? (
        <FormHelperText id={helpId} {...slotProps?.formHelperText}>
          {helperText}
        </FormHelperText>
      ) : null}
    </FormControl>
  )
}
