import Button from '@mui/material/Button'
import { useResend } from '../../../shared/ui/use-resend.ts'

interface Props {
  email: string
  send: () => Promise<void>
  /** What is said afterwards, where it is not that a mail was sent. */
  sent?: string
}

/** Asks for the mail once more. */
export function ResendButton({ email, send, sent }: Props) {
  const { resend, isBusy, isResting } = useResend(email, send, sent)
  return (
    <Button onClick={resend} disabled={isResting || !email} loading={isBusy} sx={{ justifySelf: 'start' }}>
      Send the code again
    </Button>
  )
}
