import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../shared/data/api.ts'
import { useMe } from '../shared/data/me.ts'
import type { ProofRequest } from '../shared/data/proof.ts'
import { rpc } from '../shared/data/supabase.ts'
import { FormError } from '../shared/ui/forms/FormError.tsx'

declare module '../shared/data/supabase.ts' {
  interface Results {
    prove_session: Proof
    request_proof_code: { email: string; retry_after: number }
  }
}

interface Proof {
  outcome: 'proven' | 'wrong' | 'spent'
  retry_after: number
}

/** The question behind `proof.ts`: the password, or a code that is mailed on request. */
export function ProofDialog({ request: { reason, settle } }: { request: ProofRequest }) {
  const titleId = useId()
  const client = useQueryClient()
  const hasPassword = useMe().data?.has_password ?? false
  const [sentTo, setSentTo] = useState<string>()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const byCode = sentTo !== undefined

  const attempt = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    setProblem(undefined)
    setProblem(await work().catch((error: unknown) => messageOf(error)))
    setBusy(false)
  }
  const sendCode = () =>
    attempt(async () => {
      const { email, retry_after } = await rpc('request_proof_code')
      if (retry_after > 0) return tooMany
      setTyped('')
      setSentTo(email)
      return undefined
    })
  const submit = (event: FormEvent) => {
    // The dialog may stand inside a form of the page, as React sees it.
    event.preventDefault()
    event.stopPropagation()
    void attempt(async () => {
      const given = byCode ? { p_code: typed.replace(/[\s-]/g, '') } : { p_password: typed }
      const { outcome, retry_after } = await rpc('prove_session', given)
      if (outcome === 'proven') {
        // A session for one workspace is one for all from now on.
        void client.invalidateQueries({ queryKey: ['me'] })
        settle(true)
      } else if (retry_after > 0) return tooMany
      else if (outcome === 'spent') return 'Invalid confirmation code. Please ask for a new one.'
      else return byCode ? 'Invalid confirmation code' : 'The current password is incorrect.'
      return undefined
    })
  }
  return (
    <Dialog open onClose={() => settle(false)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Confirm that it is you</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{byCode ? `We sent a code to ${sentTo}.` : reason}</DialogContentText>
          <FormError>{problem}</FormError>
          {byCode || hasPassword ? (
            <TextField
              key={byCode ? 'code' : 'password'}
              label={byCode ? 'Confirmation code' : 'Current password'}
              type={byCode ? 'text' : 'password'}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete={byCode ? 'one-time-code' : 'current-password'}
              autoFocus
            />
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => settle(false)} color="inherit">
            Cancel
          </Button>
          <Button
            onClick={() => void sendCode()}
            loading={busy && !typed}
            variant={hasPassword || byCode ? 'text' : 'contained'}
          >
            {byCode ? 'Send another code' : 'Send me a code'}
          </Button>
          {byCode || hasPassword ? (
            <Button type="submit" variant="contained" loading={busy} disabled={!typed}>
              Confirm
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const tooMany = 'Too many attempts. Please wait a while and try again.'
