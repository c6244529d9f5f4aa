import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { type Me, useKeepMe } from '../../../shared/data/me.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { RowForm } from '../../../shared/ui/RowForm.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { useResend } from '../../../shared/ui/use-resend.ts'
import { confirmEmail, removeEmail, resendCode, setPrimary } from '../queries.ts'
import { Row } from './Row.tsx'

/** One address: what it is, and what can be done with it. */
export function EmailRow({ email }: { email: Me['emails'][number] }) {
  const toast = useToast()
  const keep = useKeepMe()
  const [removing, setRemoving] = useState(false)
  const confirmed = email.confirmed_at !== null
  const primary = useChange({
    run: () => setPrimary(email.id),
    onDone: keep,
    success: 'Your primary email address was updated.',
    failure: (error) => messageOf(error),
  })
  const remove = useChange({
    run: () => removeEmail(email.id),
    onDone: keep,
    success: `${email.email} was removed from your account.`,
    failure: (error) => messageOf(error),
  })
  const makePrimary = () =>
    confirmed
      ? primary.mutate()
      : toast.error('Please confirm this email before setting it to your primary address.')
  return (
    <Row below={confirmed ? null : <Confirmation email={email} />}>
      <Typography sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>{email.email}</Typography>
      {email.is_primary ? <Chip size="small" color="primary" label="Primary" /> : null}
      {confirmed ? null : <Chip size="small" color="warning" label="Pending verification" />}
      {email.is_primary ? null : (
        <>
          <Button size="small" onClick={makePrimary}>
            Set as primary
          </Button>
          <Button size="small" color="error" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </>
      )}
      <ConfirmDialog
        open={removing}
        title="Remove email"
        confirmLabel="Remove"
        destructive
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate()}
      >
        {email.email} will no longer sign in to your account.
      </ConfirmDialog>
    </Row>
  )
}

function Confirmation({ email }: { email: Me['emails'][number] }) {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const { resend, isBusy, isResting } = useResend(email.email, () => resendCode(email.id))
  const confirm = useChange({
    run: ({ code }: { code: string }) => confirmEmail(email.email, code.replace(/[\s-]/g, '')),
    changes: ['me'],
    success: 'Email confirmed!',
    failure: (error) => messageOf(error, 'There was a problem confirming your email address'),
  })
  const submit = handleSubmit((values) => confirm.mutate(values))
  return (
    <RowForm onSubmit={() => void submit()}>
      <FormTextField
        control={control}
        name="code"
        label="Confirmation code"
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        sx={{ width: 190 }}
      />
      <Button type="submit" variant="outlined" size="small" disabled={!formState.isDirty}>
        Confirm
      </Button>
      <Button size="small" disabled={isResting} loading={isBusy} onClick={resend}>
        Resend
      </Button>
    </RowForm>
  )
}
