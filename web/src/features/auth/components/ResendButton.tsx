import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useToast } from '../../../shared/ui/toast.ts'

/** Pause before a mail can be asked for again, ms (spec 1 §9). */
const delayMs = 2_000

/** Asks for the mail once more. */
export function ResendButton({ email, send }: { email: string; send: () => Promise<void> }) {
  const toast = useToast()
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setWaiting(false), delayMs)
    return () => clearTimeout(timer)
  }, [waiting])
  const resend = async () => {
    setWaiting(true)
    try {
      await send()
      toast.success(`A verification email was sent to ${email}.`)
    } catch {
      toast.error('Something went wrong, please try again.')
    }
  }
  return (
    <Button onClick={() => void resend()} disabled={waiting} sx={{ justifySelf: 'start' }}>
      Send the code again
    </Button>
  )
}
