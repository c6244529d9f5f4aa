import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Me } from '../../../shared/data/me.ts'
import { useSupabaseClient } from '../../../shared/data/supabase-context.tsx'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { deleteAccount } from '../queries.ts'

/** Deletes the account once its username has been typed; says what becomes of what it owns. */
export function DeleteAccountDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const supabase = useSupabaseClient()
  const titleId = useId()
  const form = useForm({ defaultValues: { username: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmit(form, {
    run: ({ username }) => deleteAccount(username),
    // The session ended with the account; what the server says to a sign-out no longer matters.
    onDone: () => supabase.auth.signOut(),
    fields: [],
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogForm onSubmit={() => void submit()}>
        <DialogTitle id={titleId}>Delete my account</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            Your account, addresses and sessions are deleted for good. Projects that you own go to the owner
            of their workspace; a workspace that has no other members is deleted with you.
          </DialogContentText>
          <FormError>{errors.root?.message}</FormError>
          <FormTextField
            control={form.control}
            name="username"
            label={`Type ${me.username} to confirm`}
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
            loading={isSubmitting}
            disabled={form.watch('username') !== me.username}
          >
            Delete my account
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
