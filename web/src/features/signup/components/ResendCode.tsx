import Button from '@mui/material/Button'
import { useResend } from '../../../shared/ui/use-resend.ts'
import { noteCodeSent } from '../code-memory.ts'
import { sendCode } from '../queries.ts'

/** Sends another code. */
export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const { resend, isBusy, isResting } = useResend(email, async () => {
    await sendCode(email)
    noteCodeSent(email)
    onSent()
  })
  return (
    <Button onClick={resend} disabled={isResting} loading={isBusy}>
      Resend email
    </Button>
  )
}
