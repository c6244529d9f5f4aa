import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { showProblem } from '../../../shared/ui/forms/form-problem.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { toasts } from '../../../shared/ui/toast.ts'
import { UpgradeCallout } from '../../../shared/ui/UpgradeCallout.tsx'
import { CreatedToken } from './CreatedToken.tsx'
import { useCreateToken } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.tokenResolver))

/** Makes a token: its name, then the token itself, which is shown this once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const [made, setMade] = useState<{ name: string; token: string }>()
  // What is shown once must not go with a slip: only its button closes it.
  return (
    <Dialog open onClose={made ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {made ? made.name : 'Create token'}
      </DialogTitle>
      {made ? (
        <CreatedToken token={made.token} onClose={onClose} />
      ) : (
        <NewToken onMade={(name, token) => setMade({ name, token })} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface NewProps {
  onMade: (name: string, token: string) => void
  onClose: () => void
}

function NewToken({ onMade, onClose }: NewProps) {
  const { can } = usePermissions()
  const create = useCreateToken()
  const form = useForm({ ...validateAsTyped, resolver, defaultValues: { name: '' } })
  const { isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const made = await create.mutateAsync(name)
      onMade(made.name, made.access_token)
    } catch (error) {
      refuse(error, name)
    }
  })
  const refuse = (error: unknown, name: string) => {
    if (isPaymentRequired(error)) return
    // What belongs to no field is a notice, for the form stays as it was.
    const place: typeof form.setError = (field, problem, options) =>
      field === 'root'
        ? toasts.error(`Unable to save ${name}: ${messageOf(error)}`)
        : form.setError(field, problem, options)
    showProblem(error, place, ['name'])
  }
  return (
    <DialogForm onSubmit={() => void submit()}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2" color="textSecondary">
          Workspace Projects: Read (all OpenAPI and JSON Schema files in all projects). It never expires.
        </Typography>
        <FormTextField
          control={form.control}
          name="name"
          label="Name"
          required
          autoFocus
          autoComplete="off"
          helperText="What it is for, e.g. Nightly export"
        />
        {isPaymentRequired(create.error) ? (
          <UpgradeCallout feature="oauth_client_apps" canBill={can('WorkspaceBilling')}>
            {messageOf(create.error)}
          </UpgradeCallout>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={isSubmitting} disabled={!isValid}>
          Create
        </Button>
      </DialogActions>
    </DialogForm>
  )
}

function isPaymentRequired(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'PAYMENT_REQUIRED'
}
