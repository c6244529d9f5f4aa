import Link from '@mui/material/Link'
import { useForm } from 'react-hook-form'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { showProblem } from '../../../shared/ui/forms/form-problem.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
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
  const toast = useToast()
  const { control, handleSubmit, setError, formState } = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const submit = handleSubmit(async ({ email }) => {
    try {
      await sendResetCode(workspaceId, email)
      toast.success(resetCodeSent)
      navigate(paths.authPage('reset-password', target), { state: { email } })
    } catch (error) {
      showProblem(error, setError, ['email'], 'Something went wrong, please try again.')
    }
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
        <FormTextField
          control={control}
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          autoFocus
        />
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting}>
          Send reset code
        </SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}
