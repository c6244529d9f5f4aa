import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { changes } from '../calls.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.billingEmailResolver))

/** Where invoices and reminders are sent. */
export function EmailForm({ email }: { email: string | null }) {
  const { id } = useWorkspace()
  const form = useForm({
    ...validateAsTyped,
    resolver,
    values: { stripe_billing_email: email ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const isReady = canSubmit(form.formState) && isDirty
  const submit = useSubmit(form, {
    run: ({ stripe_billing_email }) => changes.email(id, stripe_billing_email),
    changes: ['billing'],
    success: 'Billing contact updated',
    onDone: (_account, values) => form.reset(values),
    fields: ['stripe_billing_email'],
  })
  return (
    <FormStack onSubmit={submit} label="Billing contact">
      <Typography variant="body2" color="textSecondary">
        Invoices and reminders go to this address.
      </Typography>
      <FormError>{errors.root?.message}</FormError>
      <FormTextField
        control={form.control}
        name="stripe_billing_email"
        type="email"
        label="Billing contact email"
        autoComplete="email"
        required
      />
      <Button
        type="submit"
        variant="outlined"
        loading={isSubmitting}
        disabled={!isReady}
        sx={{ justifySelf: 'start' }}
      >
        Save
      </Button>
    </FormStack>
  )
}
