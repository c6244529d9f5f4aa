import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { noteCodeSent } from '../code-memory.ts'
import { sendCode } from '../queries.ts'

const delayMs = 2_000

/** Sends another code; the button rests for two seconds after each (spec 1 §9). */
export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const toast = useToast()
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), delayMs)
    return () => clearTimeout(timer)
  }, [resting])
  const resend = useMutation({
    mutationFn: () => sendCode(email),
    onSuccess: () => {
      noteCodeSent(email)
      onSent()
      toast.success(`A verification email was sent to ${email}.`)
    },
    onError: (error) =>
      toast.error(tooMany(error) ? messageOf(error) : 'Something went wrong, please try again.'),
    onSettled: () => setResting(true),
  })
  return (
    <Button onClick={() => resend.mutate()} disabled={resting} loading={resend.isPending}>
      Resend email
    </Button>
  )
}

function tooMany(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 429
}
