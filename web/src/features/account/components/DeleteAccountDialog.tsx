import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import type { Me } from '../../../shared/data/me.ts'
import { logout } from '../../../shared/data/session.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { deleteAccount } from '../queries.ts'

/** Deletes the account once its username has been typed; says what becomes of what it owns. */
export function DeleteAccountDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await deleteAccount(typed)
      // The session ended with the account; what the server says to a sign-out no longer matters.
      await logout().catch(() => undefined)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Delete my account</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            Your account, addresses and sessions are deleted for good. Projects that you own go to the owner
            of their workspace; a workspace that has no other members is deleted with you.
          </DialogContentText>
          <FormError>{problem}</FormError>
          <TextField
            label={`Type ${me.username} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoFocus
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            loading={busy}
            disabled={typed !== me.username}
          >
            Delete my account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
