import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { login } from '../queries.ts'
import { useSignIn } from '../use-sign-in.ts'
import { JoinNotice } from './JoinNotice.tsx'

const builtin = lazyResolver(() => import('../forms.ts').then((forms) => forms.loginResolver))
const basic = lazyResolver(() => import('../forms.ts').then((forms) => forms.basicResolver))

interface Props {
  /** Absent for the built-in integration. */
  integrationId?: number
  identifierLabel: string
  /** Shown until something was sent. */
  notice?: ReactNode
  children?: ReactNode
}

/** Name and password, for the built-in integration and the directories alike. */
export function CredentialsForm({ integrationId, identifierLabel, notice, children }: Props) {
  const workspace = useWorkspace()
  const { finish, explain, joinStatus, refused } = useSignIn()
  const form = useForm({
    resolver: integrationId === undefined ? builtin : basic,
    defaultValues: { identifier: '', password: '' },
  })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: (values) => login(workspace, { ...values, integrationId }),
    onDone: finish,
    onRefused: (error) => {
      form.setError('root', { message: explain(error) })
      // What was most likely mistyped, ready to be typed again.
      form.setFocus('password', { shouldSelect: true })
      return true
    },
    fields: [],
  })
  return (
    <FormStack onSubmit={submit} label="Sign in">
      {formState.isSubmitted ? null : notice}
      <JoinNotice status={joinStatus} />
      <FormError>{formState.errors.root?.message}</FormError>
      <FormTextField
        control={control}
        name="identifier"
        label={identifierLabel}
        autoComplete="username"
        autoFocus
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <PasswordField control={control} name="password" label="Password" autoComplete="current-password" />
      {children}
      <SubmitButton disabled={refused} loading={formState.isSubmitting}>
        Sign in
      </SubmitButton>
    </FormStack>
  )
}
