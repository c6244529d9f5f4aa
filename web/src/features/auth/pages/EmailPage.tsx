import Link from '@mui/material/Link'
import { useForm } from 'react-hook-form'
import { Navigate, Link as RouterLink, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { defaultMessage } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { EmailField } from '../../../shared/ui/forms/EmailField.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { addressProblem } from '../../../shared/ui/forms/form-problem.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { sendSignupCode, useLoginIntegrations } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.emailResolver))

/** Sign up for the workspace, or ask to join it, with an e-mail address; only where registration is allowed. */
export function EmailPage() {
  const workspace = useWorkspace()
  const target = useReturnPath()
  const navigate = useNavigate()
  const query = useLoginIntegrations(workspace.slug)
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { email: '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: ({ email }) => sendSignupCode(workspace.slug, email),
    onDone: (_done, { email }) => navigate(paths.authPage('email/signup', target), { state: { email } }),
    onRefused: (error) => {
      const message = addressProblem(error)
      if (message) form.setError('email', { message })
      return message !== null
    },
    fields: [],
    fallback: defaultMessage,
  })
  if (query.isPending) return <Spinner />
  const open = query.data?.some(({ kind, allow_user_register: allowed }) => kind === 'builtin' && allowed)
  if (!open) return <Navigate to={paths.authPage('email/login', target)} replace />
  return (
    <EntryLayout
      title={`Join ${workspace.name}`}
      intro="Enter your work email. We will send you a code to confirm it."
      footer={
        <>
          Have an account already?{' '}
          <Link component={RouterLink} to={paths.authPage('email/login', target)}>
            Sign in
          </Link>
        </>
      }
    >
      <FormStack onSubmit={submit} label="Sign up">
        <FormError>{formState.errors.root?.message}</FormError>
        <EmailField control={control} />
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting}>
          Sign Up
        </SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}
