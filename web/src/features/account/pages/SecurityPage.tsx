import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { type Me, primaryEmail } from '../../../shared/data/me.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FiledUnder } from '../../../shared/ui/forms/FiledUnder.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { DataSection } from '../components/DataSection.tsx'
import { SessionsSection } from '../components/SessionsSection.tsx'

const changing = lazyResolver(() => import('../forms.ts').then((forms) => forms.changePasswordResolver))
const setting = lazyResolver(() => import('../forms.ts').then((forms) => forms.firstPasswordResolver))
const blank = { current_password: '', new_password: '', confirm: '' }

/** The account's password, where it is signed in, and what can be done with it as a whole. */
export function SecurityPage({ me }: { me: Me }) {
  usePageTitle('Security')
  const workspace = useWorkspace()
  return (
    <>
      <Section isTopic title="Password">
        {workspace.by_provider ? (
          <Typography>{workspace.name} signs its members in without a password.</Typography>
        ) : (
          <PasswordForm me={me} />
        )}
      </Section>
      <SessionsSection />
      <DataSection me={me} />
    </>
  )
}

/** Sets a password, or changes it. */
function PasswordForm({ me }: { me: Me }) {
  const action = me.has_password ? 'Update Password' : 'Set Password'
  const form = useForm({
    resolver: me.has_password ? changing : setting,
    mode: 'onTouched',
    defaultValues: blank,
  })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: ({ new_password, current_password }) => {
      const json = me.has_password ? { new_password, current_password } : { new_password }
      return callAsMe<void>('/auth/password', { method: 'POST', json })
    },
    changes: ['sessions', 'me'],
    success: 'Password updated.',
    onDone: () => form.reset(blank),
    fields: ['current_password', 'new_password'],
    fallback: 'Something went wrong, please try again in a moment.',
  })
  return (
    <FormStack onSubmit={submit} label="Change password">
      <FormError>{formState.errors.root?.message}</FormError>
      <FiledUnder email={primaryEmail(me)} />
      {me.has_password ? (
        <PasswordField
          control={control}
          name="current_password"
          label="Current password"
          autoComplete="current-password"
        />
      ) : null}
      <PasswordField
        control={control}
        name="new_password"
        label="New password"
        autoComplete="new-password"
        helperText="At least 6 characters"
      />
      <PasswordField control={control} name="confirm" label="Confirm password" autoComplete="new-password" />
      <SubmitButton
        disabled={!canSubmit(formState)}
        loading={formState.isSubmitting}
        sx={{ justifySelf: 'start' }}
      >
        {action}
      </SubmitButton>
    </FormStack>
  )
}
