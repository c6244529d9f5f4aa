import Button, { type ButtonProps } from '@mui/material/Button'
import { useEffect, useRef } from 'react'

/** The form's main button; busy while the form is sending. */
export function SubmitButton({ loading = false, ...rest }: ButtonProps) {
  const busy = loading === true
  const button = useKeptFocus(busy)
  return <Button ref={button} type="submit" variant="contained" size="large" loading={busy} {...rest} />
}

/** A busy button is disabled, which loses the focus: it comes back here unless it went to a field meanwhile. */
function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}
