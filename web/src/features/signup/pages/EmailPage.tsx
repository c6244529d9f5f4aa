import Link from '@mui/material/Link'
import { useForm } from 'react-hook-form'
import { Navigate, Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ApiProblem, defaultMessage } from '../../../shared/data/api.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { EmailField } from '../../../shared/ui/forms/EmailField.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { addressProblem } from '../../../shared/ui/forms/form-problem.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { SignedInNote } from '../components/SignedInNote.tsx'
import { TermsNote } from '../components/TermsNote.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'
import { hasWorkspaces, mailWorkspaces } from '../queries.ts'
import { useWizard } from '../wizard.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.emailResolver))

/** Step 1: the work e-mail. */
export function EmailPage() {
  const site = useSite()
  const { state, goTo } = useWizard()
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { email: state.email ?? '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: async ({ email }) => {
      const { has_workspaces: isKnown } = await hasWorkspaces(email)
      if (isKnown) await mailQuietly(email)
      return isKnown
    },
    onDone: (isKnown, { email }) => goTo('start', isKnown ? 'welcomeBack' : 'name', { email }),
    onRefused: (error) => {
      const message = addressProblem(error)
      if (message) form.setError('email', { message })
      else form.setError('root', { message: defaultMessage })
      return true
    },
    fields: [],
  })
  if (site.kind === 'workspace') return <Navigate to={paths.home} replace />

  return (
    <WizardLayout
      step={1}
      title="Create your workspace"
      intro="Design, govern and document your APIs in one place."
      footer={
        <>
          Already have a workspace?{' '}
          <Link component={RouterLink} to={paths.login}>
            Sign in
          </Link>
        </>
      }
    >
      <SignedInNote />
      <FormStack onSubmit={submit} label="Sign up">
        <FormError>{formState.errors.root?.message}</FormError>
        <EmailField control={control} label="Work email" />
        <TermsNote />
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting}>
          Sign Up
        </SubmitButton>
      </FormStack>
    </WizardLayout>
  )
}

/** Asked again too soon, the list is already in the mailbox. */
async function mailQuietly(address: string): Promise<void> {
  try {
    await mailWorkspaces(address)
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 429)) throw error
  }
}
