import Button, { type ButtonProps } from '@mui/material/Button'

/** The form's main button; busy while the form is sending. */
export function SubmitButton({ loading, ...rest }: ButtonProps) {
  return <Button type="submit" variant="contained" size="large" loading={loading ?? false} {...rest} />
}
