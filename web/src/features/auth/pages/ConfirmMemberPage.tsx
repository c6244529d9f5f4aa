import { useForm } from 'react-hook-form'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { InboxHint } from '../../../shared/ui/InboxHint.tsx'
import { CodeField } from '../components/CodeField.tsx'
import { ResendButton } from '../components/ResendButton.tsx'
import { confirmMember, sendMemberCode } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.codeResolver))

/** A sign-in whose address nobody has confirmed yet: the code of the mail, then sign in again. */
export function ConfirmMemberPage() {
  const workspace = useWorkspace()
  const target = useReturnPath()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { email?: string } | null }
  const [query] = useSearchParams()
  // From the callback screen of another host the address comes in the query.
  const email = state?.email ?? query.get('email') ?? ''
  const form = useForm({ resolver, defaultValues: { code: '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: ({ code }) => confirmMember(workspace.id, code),
    success: 'Email successfully confirmed. Please login again.',
    onDone: () => navigate(paths.auth(target)),
    onRefused: (error) => {
      const isWrong = error instanceof ApiProblem && error.status === 400
      if (isWrong) form.setError('code', { message: error.detail })
      return isWrong
    },
    fields: [],
    fallback: 'There was a problem confirming your email address',
  })
  if (!email) return <Navigate to={paths.auth(target)} replace />
  return (
    <EntryLayout
      title="Confirm your email"
      intro={
        <>
          We sent a code to <strong>{email}</strong>. Enter it to confirm that the address is yours.
        </>
      }
    >
      <FormStack onSubmit={submit} label="Confirm your email">
        <FormError>{formState.errors.root?.message}</FormError>
        <CodeField control={control} name="code" />
        <SubmitButton loading={formState.isSubmitting}>Confirm</SubmitButton>
        <ResendButton email={email} send={() => sendMemberCode(workspace.id, email)} />
        <InboxHint />
      </FormStack>
    </EntryLayout>
  )
}
