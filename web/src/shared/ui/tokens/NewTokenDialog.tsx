import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiProblem, messageOf } from '../../data/api.ts'
import { usePermissions } from '../../data/me.ts'
import { validateAsTyped } from '../forms/as-typed.ts'
import { DialogForm } from '../forms/DialogForm.tsx'
import { FormTextField } from '../forms/FormTextField.tsx'
import { showProblem } from '../forms/form-problem.ts'
import { lazyResolver } from '../forms/lazy-resolver.ts'
import { toasts } from '../toast.ts'
import { UpgradeCallout } from '../UpgradeCallout.tsx'
import { CreatedToken } from './CreatedToken.tsx'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.tokenResolver))

interface Props {
  title: string
  /** What the token opens. */
  about: ReactNode
  /** What its name may say. */
  example: string
  /** What of the plan holds it. */
  feature: string
  create: (name: string) => Promise<{ name: string; access_token: string }>
  onClose: () => void
}

/** Makes a token: its name, then the token itself, which is shown this once. */
export function NewTokenDialog({ title, onClose, ...form }: Props) {
  const titleId = useId()
  const [made, setMade] = useState<{ name: string; token: string }>()
  // What is shown once must not go with a slip: only its button closes it.
  return (
    <Dialog open onClose={made ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {made ? made.name : title}
      </DialogTitle>
      {made ? (
        <CreatedToken token={made.token} onClose={onClose} />
      ) : (
        <NewToken {...form} onMade={(name, token) => setMade({ name, token })} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface NewProps extends Omit<Props, 'title'> {
  onMade: (name: string, token: string) => void
}

function NewToken({ about, example, feature, create, onMade, onClose }: NewProps) {
  const { can } = usePermissions()
  const [unpaid, setUnpaid] = useState<unknown>(null)
  const form = useForm({ ...validateAsTyped, resolver, defaultValues: { name: '' } })
  const { isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ name }) => {
    setUnpaid(null)
    try {
      const made = await create(name)
      onMade(made.name, made.access_token)
    } catch (error) {
      refuse(error, name)
    }
  })
  const refuse = (error: unknown, name: string) => {
    if (isPaymentRequired(error)) return setUnpaid(error)
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
          {about}
        </Typography>
        <FormTextField
          control={form.control}
          name="name"
          label="Name"
          required
          autoFocus
          autoComplete="off"
          helperText={`What it is for, e.g. ${example}`}
        />
        {unpaid ? (
          <UpgradeCallout feature={feature} canBill={can('WorkspaceBilling')}>
            {messageOf(unpaid)}
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
