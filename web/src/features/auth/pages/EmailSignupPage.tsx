import { useForm } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FiledUnder } from '../../../shared/ui/forms/FiledUnder.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { InboxHint } from '../../../shared/ui/InboxHint.tsx'
import { CodeField } from '../components/CodeField.tsx'
import { JoinNotice } from '../components/JoinNotice.tsx'
import { ResendButton } from '../components/ResendButton.tsx'
import { sendSignupCode, signUp } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'
import { useSignIn } from '../use-sign-in.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.signupResolver))

/** Completes an account: the code of the mail, and a password. The address comes along with the route. */
export function EmailSignupPage() {
  const workspace = useWorkspace()
  const target = useReturnPath()
  const { state } = useLocation() as { state: { email?: string } | null }
  const email = state?.email
  const { finish, joinStatus } = useSignIn()
  const form = useForm({ resolver, defaultValues: { code: '', password: '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: (values) => signUp(workspace.id, { email: email ?? '', ...values }),
    onDone: finish,
    fields: ['code', 'password'],
    fallback: 'Unknown error. Please contact support.',
  })
  if (!email) return <Navigate to={paths.authPage('email', target)} replace />
  return (
    <EntryLayout
      title="Complete your account"
      intro={
        <>
          We sent a code to <strong>{email}</strong>.
        </>
      }
    >
      <FormStack onSubmit={submit} label="Complete your account">
        <JoinNotice status={joinStatus} />
        <FormError>{formState.errors.root?.message}</FormError>
        <FiledUnder email={email} />
        <CodeField control={control} name="code" />
        <PasswordField
          control={control}
          name="password"
          label="Password"
          autoComplete="new-password"
          helperText="At least 6 characters"
        />
        <SubmitButton disabled={joinStatus !== null} loading={formState.isSubmitting}>
          Sign Up
        </SubmitButton>
        <ResendButton email={email} send={() => sendSignupCode(workspace.slug, email)} />
        <InboxHint />
      </FormStack>
    </EntryLayout>
  )
}
