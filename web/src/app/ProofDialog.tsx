import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { refusal } from '../shared/data/api.ts'
import { useChange, useReadAgain } from '../shared/data/change.ts'
import { useMe } from '../shared/data/me.ts'
import type { ProofRequest } from '../shared/data/proof.ts'
import type { RowOf } from '../shared/data/rows.ts'
import { rpc } from '../shared/data/supabase.ts'
import { DialogForm } from '../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../shared/ui/forms/FormTextField.tsx'
import { showProblem } from '../shared/ui/forms/form-problem.ts'
import { useSubmit } from '../shared/ui/forms/use-submit.ts'

declare module '../shared/data/supabase.ts' {
  interface Results {
    prove_session: Proof
    request_proof_code: RowOf<'code_sent'>
  }
}

interface Proof extends RowOf<'proof'> {
  outcome: 'proven' | 'wrong' | 'spent'
}

/** The question behind `proof.ts`: the password, or a code that is mailed on request. */
export function ProofDialog({ request: { reason, settle } }: { request: ProofRequest }) {
  const titleId = useId()
  const readAgain = useReadAgain()
  const hasPassword = useMe().data?.has_password ?? false
  const [sentTo, setSentTo] = useState<string>()
  const byCode = sentTo !== undefined
  const form = useForm({ defaultValues: { secret: '' } })
  const { errors, isSubmitting } = form.formState
  const isEmpty = form.watch('secret') === ''

  const sendCode = useChange({ run: requestCode })
  const askForCode = () => {
    form.clearErrors()
    sendCode.mutate(undefined, {
      onSuccess: (email) => {
        form.reset()
        setSentTo(email)
      },
      onError: (error) => showProblem(error, form.setError, []),
    })
  }
  const submit = useSubmit(form, {
    run: ({ secret }) => prove(secret, byCode),
    onDone: () => {
      // A session for one workspace is one for all from now on.
      void readAgain(['me'])
      settle(true)
    },
    fields: [],
  })
  return (
    <Dialog open onClose={() => settle(false)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogForm onSubmit={() => void submit()}>
        <DialogTitle id={titleId}>Confirm that it is you</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{byCode ? `We sent a code to ${sentTo}.` : reason}</DialogContentText>
          <FormError>{errors.root?.message}</FormError>
          {byCode || hasPassword ? (
            <FormTextField
              key={byCode ? 'code' : 'password'}
              control={form.control}
              name="secret"
              label={byCode ? 'Confirmation code' : 'Current password'}
              type={byCode ? 'text' : 'password'}
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
            onClick={askForCode}
            loading={sendCode.isPending}
            variant={hasPassword || byCode ? 'text' : 'contained'}
          >
            {byCode ? 'Send another code' : 'Send me a code'}
          </Button>
          {byCode || hasPassword ? (
            <Button type="submit" variant="contained" loading={isSubmitting} disabled={isEmpty}>
              Confirm
            </Button>
          ) : null}
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

const tooMany = 'Too many attempts. Please wait a while and try again.'

/** Mails a code; answers the address that it went to. */
async function requestCode(): Promise<string> {
  const { email, retry_after } = await rpc('request_proof_code')
  if (retry_after > 0) throw refusal(tooMany)
  return email
}

/** Proves the session by the password or the mailed code; rejects with what is wrong with it. */
async function prove(secret: string, byCode: boolean): Promise<void> {
  const given = byCode ? { p_code: secret.replace(/[\s-]/g, '') } : { p_password: secret }
  const { outcome, retry_after } = await rpc('prove_session', given)
  if (outcome === 'proven') return
  if (retry_after > 0) throw refusal(tooMany)
  if (outcome === 'spent') throw refusal('Invalid confirmation code. Please ask for a new one.')
  throw refusal(byCode ? 'Invalid confirmation code' : 'The current password is incorrect.')
}
