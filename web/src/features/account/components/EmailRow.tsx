import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { defaultMessage, messageOf } from '../../../shared/data/api.ts'
import type { Me } from '../../../shared/data/me.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { useResend } from '../../../shared/ui/use-resend.ts'
import { confirmEmail, removeEmail, resendCode, setPrimary } from '../queries.ts'
import { useKeepMe } from '../use-keep-me.ts'

/** One address: what it is, and what can be done with it. */
export function EmailRow({ email }: { email: Me['emails'][number] }) {
  const toast = useToast()
  const { keep } = useKeepMe()
  const [removing, setRemoving] = useState(false)
  const confirmed = email.confirmed_at !== null
  const makePrimary = async () => {
    if (!confirmed) return toast.error('Please confirm this email before setting it to your primary address.')
    try {
      keep(await setPrimary(email.id))
      toast.success('Your primary email address was updated.')
    } catch (error) {
      toast.error(messageOf(error, defaultMessage))
    }
  }
  const remove = async () => {
    try {
      keep(await removeEmail(email.id))
      toast.success(`${email.email} was removed from your account.`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {email.email}
        </Typography>
        {email.is_primary ? <Chip size="small" color="primary" label="Primary" /> : null}
        {confirmed ? null : <Chip size="small" color="warning" label="Pending verification" />}
        {email.is_primary ? null : (
          <>
            <Button size="small" onClick={() => void makePrimary()}>
              Set as primary
            </Button>
            <Button size="small" color="error" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </>
        )}
      </Box>
      {confirmed ? null : <Confirmation email={email} />}
      <ConfirmDialog
        open={removing}
        title="Remove email"
        confirmLabel="Remove"
        destructive
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove()}
      >
        {email.email} will no longer sign in to your account.
      </ConfirmDialog>
    </Box>
  )
}

function Confirmation({ email }: { email: Me['emails'][number] }) {
  const toast = useToast()
  const { refresh } = useKeepMe()
  const [code, setCode] = useState('')
  const { resend, isBusy, isResting } = useResend(email.email, () => resendCode(email.id))
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await confirmEmail(code.replace(/[\s-]/g, ''))
      await refresh()
      toast.success('Email confirmed!')
    } catch (error) {
      toast.error(messageOf(error, 'There was a problem confirming your email address'))
    }
  }
  return (
    <Box
      component="form"
      onSubmit={confirm}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <TextField
        size="small"
        label="Confirmation code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        sx={{ width: 190 }}
      />
      <Button type="submit" variant="outlined" size="small" disabled={code.trim() === ''}>
        Confirm
      </Button>
      <Button size="small" disabled={isResting} loading={isBusy} onClick={resend}>
        Resend
      </Button>
    </Box>
  )
}
