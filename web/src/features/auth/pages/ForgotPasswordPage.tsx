import Link from '@mui/material/Link'
import { useForm } from 'react-hook-form'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { defaultMessage } from '../../../shared/data/api.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { EmailField } from '../../../shared/ui/forms/EmailField.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { sendResetCode } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'
import { resetCodeSent } from '../texts.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.emailResolver))

/** Asks for a code to choose a new password with; the answer is the same for every address. */
export function ForgotPasswordPage() {
  const site = useSite()
  const workspaceId = site.kind === 'workspace' ? site.workspace.id : null
  const target = useReturnPath()
  const navigate = useNavigate()
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { email: '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: ({ email }) => sendResetCode(workspaceId, email),
    success: resetCodeSent,
    onDone: (_done, { email }) => navigate(paths.authPage('reset-password', target), { state: { email } }),
    fields: ['email'],
    fallback: defaultMessage,
  })
  return (
    <EntryLayout
      title="Forgot your password?"
      intro="Enter your email address and we will send you a code to choose a new one."
      footer={
        <Link component={RouterLink} to={workspaceId === null ? paths.login : paths.auth(target)}>
          Back to sign in
        </Link>
      }
    >
      <FormStack onSubmit={submit} label="Forgot your password?">
        <FormError>{formState.errors.root?.message}</FormError>
        <EmailField control={control} />
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting}>
          Send reset code
        </SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}
