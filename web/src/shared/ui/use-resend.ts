import { useEffect, useState } from 'react'
import { ApiProblem, defaultMessage, messageOf } from '../data/api.ts'
import { useToast } from './toast.ts'

/** Pause before a mail can be asked for again, ms. */
const delayMs = 2_000

/** Asks for the mail to an address once more, and tells what became of it; `isResting` for a while after each. */
export function useResend(
  email: string,
  send: () => Promise<unknown>,
  sent = `A verification email was sent to ${email}.`,
) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setResting(false), delayMs)
    return () => clearTimeout(timer)
  }, [isResting])
  const resend = async () => {
    setBusy(true)
    try {
      await send()
      toast.success(sent)
    } catch (error) {
      // Who asked too often is told for how long to wait.
      const isTooMany = error instanceof ApiProblem && error.status === 429
      toast.error(isTooMany ? messageOf(error) : defaultMessage)
    } finally {
      setBusy(false)
      setResting(true)
    }
  }
  return { resend: () => void resend(), isBusy, isResting }
}
