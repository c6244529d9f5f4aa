import { useEffect, useState } from 'react'
import { ApiProblem, defaultMessage, messageOf } from '../data/api.ts'
import { useChange } from '../data/change.ts'

/** Pause before a mail can be asked for again, ms. */
const delayMs = 2_000

/** Asks for the mail to an address once more, and says whether it was sent; `isResting` for a while after each. */
export function useResend(
  email: string,
  send: () => Promise<unknown>,
  sent = `A verification email was sent to ${email}.`,
) {
  const [isResting, setResting] = useState(false)
  const { mutate, isPending } = useChange({ run: send, success: sent, failure: failureText })
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setResting(false), delayMs)
    return () => clearTimeout(timer)
  }, [isResting])
  const resend = () => mutate(undefined, { onSettled: () => setResting(true) })
  return { resend, isBusy: isPending, isResting }
}

/** Says for how long to wait where mails were asked for too often. */
function failureText(error: unknown): string {
  const isTooMany = error instanceof ApiProblem && error.status === 429
  return isTooMany ? messageOf(error) : defaultMessage
}
