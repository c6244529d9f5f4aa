import Button from '@mui/material/Button'
import { useResend } from '../../../shared/ui/use-resend.ts'

/** Asks for the mail once more. */
export function ResendButton({ email, send }: { email: string; send: () => Promise<void> }) {
  const { resend, isBusy, isResting } = useResend(email, send)
  return (
    <Button onClick={resend} disabled={isResting} loading={isBusy} sx={{ justifySelf: 'start' }}>
      Send the code again
    </Button>
  )
}
