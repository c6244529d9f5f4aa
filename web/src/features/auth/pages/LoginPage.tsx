import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { baseOrigin, paths } from '../../../shared/config/paths.ts'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { adoptToken, lockOf, reportLock } from '../../../shared/data/session.ts'
import { useSession, useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { type JoinRequestStatus, joinRequestMessages } from '../join-request.ts'
import { type LoginAnswer, login } from '../queries.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.loginResolver))

/** Sign-in with the workspace's built-in integration. */
export function LoginPage() {
  const workspace = useWorkspace()
  const session = useSession()
  const toast = useToast()
  const [joinStatus, setJoinStatus] = useState<JoinRequestStatus | null>(null)
  const { control, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: { identifier: '', password: '' },
  })
  const accept = (answer: LoginAnswer) => {
    setJoinStatus(answer.join_request_status)
    if (answer.confirmation_required) toast.info('Workspace email confirmation required')
    else if (answer.token && !answer.join_request_status) adoptToken(answer.token)
  }
  const submit = handleSubmit(async (values) => {
    try {
      accept(await login(workspace.id, values.identifier, values.password))
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'WORKSPACE_IS_LOCKED') reportLock(lockOf(error))
      setError('root', { message: loginMessage(error) })
    }
  })
  const refused = joinStatus === 'denied' || joinStatus === 'disabled'
  const stranger = session.status === 'signed-out' && session.reason === 'not-member'
  return (
    <EntryLayout
      title={`Sign in to ${workspace.name}`}
      footer={
        <>
          Looking for another workspace?{' '}
          <Link href={`${baseOrigin()}${paths.login}`}>Find your workspaces</Link>
        </>
      }
    >
      <FormStack onSubmit={submit} label="Sign in">
        {stranger && !formState.isSubmitted ? (
          <Alert severity="info">The account you are signed in with is not a member of this workspace.</Alert>
        ) : null}
        {joinStatus ? (
          <Alert severity={refused ? 'warning' : 'info'} role="alert">
            {joinRequestMessages[joinStatus]}
          </Alert>
        ) : null}
        <FormError>{formState.errors.root?.message}</FormError>
        <FormTextField
          control={control}
          name="identifier"
          label="Email or username"
          autoComplete="username"
          autoFocus
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <PasswordField control={control} name="password" label="Password" autoComplete="current-password" />
        <SubmitButton disabled={refused} loading={formState.isSubmitting}>
          Sign in
        </SubmitButton>
      </FormStack>
    </EntryLayout>
  )
}

/** A refused sign-in shows the error's type too (spec 1 §8), which support can be told. */
function loginMessage(error: unknown): string {
  const message = messageOf(error)
  return error instanceof ApiProblem && error.status === 401 ? `${message} (${error.code})` : message
}
