import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { useSite } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FiledUnder } from '../../../shared/ui/forms/FiledUnder.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { InboxHint } from '../../../shared/ui/InboxHint.tsx'
import { CodeField } from '../components/CodeField.tsx'
import { JoinNotice } from '../components/JoinNotice.tsx'
import { ResendButton } from '../components/ResendButton.tsx'
import { resetPassword, sendResetCode } from '../queries.ts'
import { resetCodeSent } from '../texts.ts'
import { useSignIn } from '../use-sign-in.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.resetResolver))

/** Redeems the reset code with a new password; whoever does is signed in. */
export function ResetPasswordPage() {
  const site = useSite()
  const workspaceId = site.kind === 'workspace' ? site.workspace.id : null
  const { state } = useLocation() as { state: { email?: string } | null }
  const { finish, joinStatus } = useSignIn()
  const form = useForm({
    resolver,
    defaultValues: { email: state?.email ?? '', code: '', password: '', confirm: '' },
  })
  const { control, formState } = form
  const email = form.watch('email')
  const submit = useSubmit(form, {
    run: ({ email, code, password }) => resetPassword(workspaceId, { email, code, password }),
    onDone: finish,
    fields: ['code', 'password'],
    fallback: 'Unknown error. Please contact support.',
  })
  return (
    <EntryLayout title="Reset your password" intro="Enter the code of the mail and a new password.">
      <FormStack onSubmit={submit} label="Reset your password">
        <JoinNotice status={joinStatus} />
        <FormError>{formState.errors.root?.message}</FormError>
        {state?.email ? (
          <FiledUnder email={state.email} />
        ) : (
          <FormTextField control={control} name="email" type="email" label="Email" autoComplete="username" />
        )}
        <CodeField control={control} name="code" label="Reset code" />
        <PasswordField
          control={control}
          name="password"
          label="New password"
          autoComplete="new-password"
          helperText="At least 6 characters"
        />
        <PasswordField
          control={control}
          name="confirm"
          label="Confirm password"
          autoComplete="new-password"
        />
        <SubmitButton loading={formState.isSubmitting}>Set new password</SubmitButton>
        <ResendButton email={email} send={() => sendResetCode(workspaceId, email)} sent={resetCodeSent} />
        <InboxHint />
      </FormStack>
    </EntryLayout>
  )
}
