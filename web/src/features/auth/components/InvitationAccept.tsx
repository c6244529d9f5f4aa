import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { adoptToken, renewToken } from '../../../shared/data/session.ts'
import { useSignOut } from '../../../shared/data/supabase-context.tsx'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { FiledUnder } from '../../../shared/ui/forms/FiledUnder.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { acceptInvitation, type Invitation, type LoginResult, useLoginIntegrations } from '../queries.ts'
import { InvitationDecline } from './InvitationDecline.tsx'
import { WaysIn } from './WaysIn.tsx'

const knownAccount = lazyResolver(() => import('../forms.ts').then((forms) => forms.knownAccountResolver))
const newAccount = lazyResolver(() => import('../forms.ts').then((forms) => forms.newAccountResolver))
const failed = 'Something went wrong, please try again'

interface Props {
  token: string
  invitation: Invitation
  /** Who is signed in in this browser. */
  account: { token: string; emails: string[] } | null
}

/** Accepts an invitation as who is signed in, as a known account, or with a new one. */
export function InvitationAccept({ token, invitation, account }: Props) {
  const navigate = useNavigate()
  const toast = useToast()
  const { by_provider: byProvider } = useWorkspace()
  const goHome = () => navigate(paths.home, { replace: true })
  const enter = async ({ token: session }: LoginResult) => {
    // A session that the workspace's own providers did not open does not reach it: then one of them comes next.
    if (byProvider && !(await renewToken()))
      toast.success(`You are a member of ${workspace.name} now. Sign in to open it.`)
    else if (session) adoptToken(session)
    goHome()
  }
  const { workspace, invited_by: inviter, email } = invitation
  return (
    <EntryLayout
      title={`Join ${workspace.name}`}
      intro={
        <>
          {inviter ?? 'A member'} invited <strong>{email}</strong> to this workspace.
        </>
      }
    >
      {account ? (
        <AsAccount token={token} email={email} account={account} onEnter={enter} />
      ) : byProvider ? (
        <ByProvider onEntered={goHome} />
      ) : (
        <ByPassword token={token} invitation={invitation} onEnter={enter} />
      )}
      <InvitationDecline token={token} workspace={workspace.name} />
    </EntryLayout>
  )
}

function AsAccount({
  token,
  email,
  account,
  onEnter,
}: {
  token: string
  email: string
  account: { token: string; emails: string[] }
  onEnter: (result: LoginResult) => Promise<void>
}) {
  const leave = useChange({ run: useSignOut() })
  const accept = useChange({
    run: async () => onEnter(await acceptInvitation(token, { accessToken: account.token })),
  })
  const mine = account.emails.includes(email)
  if (!mine) {
    return (
      <>
        <FormError>{leave.error && messageOf(leave.error, failed)}</FormError>
        <Alert severity="warning">
          This invitation is for {email}. You are signed in as {account.emails[0] ?? 'somebody else'}. Sign
          out to accept it with the right account.
        </Alert>
        <Button variant="contained" size="large" loading={leave.isPending} onClick={() => leave.mutate()}>
          Sign out
        </Button>
      </>
    )
  }
  return (
    <>
      <FormError>{accept.error && messageOf(accept.error, failed)}</FormError>
      <Button variant="contained" size="large" loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept as {email}
      </Button>
    </>
  )
}

/** Where e-mail and password are switched off: whoever comes in with the invited address takes the invitation. */
function ByProvider({ onEntered }: { onEntered: () => void }) {
  const workspace = useWorkspace()
  const query = useLoginIntegrations(workspace.slug)
  if (query.isPending) return <Spinner />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <Typography>
        Sign in with the account that has this address. You may be asked for a code that we mail to it.
      </Typography>
      <WaysIn integrations={query.data} target={paths.home} onEntered={onEntered} />
    </>
  )
}

function ByPassword({
  token,
  invitation: { has_account: known, email },
  onEnter,
}: {
  token: string
  invitation: Invitation
  onEnter: (result: LoginResult) => Promise<void>
}) {
  const form = useForm({
    resolver: known ? knownAccount : newAccount,
    defaultValues: { first_name: '', last_name: '', password: '' },
  })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: async ({ password, ...names }) =>
      onEnter(await acceptInvitation(token, known ? { password } : { password, ...names })),
    fields: ['first_name', 'last_name', 'password'],
    fallback: failed,
  })
  return (
    <FormStack onSubmit={submit} label="Accept the invitation">
      <FormError>{formState.errors.root?.message}</FormError>
      <FiledUnder email={email} />
      {known ? null : (
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <FormTextField control={control} name="first_name" label="First name" autoComplete="given-name" />
          <FormTextField control={control} name="last_name" label="Last name" autoComplete="family-name" />
        </Box>
      )}
      <PasswordField
        control={control}
        name="password"
        label={known ? 'Password' : 'Choose a password'}
        autoComplete={known ? 'current-password' : 'new-password'}
        helperText={known ? 'The password of your Waymark account' : 'At least 6 characters'}
      />
      <SubmitButton loading={formState.isSubmitting}>
        {known ? 'Sign in and accept' : 'Create account and accept'}
      </SubmitButton>
    </FormStack>
  )
}
