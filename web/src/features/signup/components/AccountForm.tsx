import Box from '@mui/material/Box'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type Me, primaryEmail, useKeepMe } from '../../../shared/data/me.ts'
import { accessToken } from '../../../shared/data/session.ts'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FiledUnder } from '../../../shared/ui/forms/FiledUnder.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { forgetDraft, readDraft, useDraft } from '../../../shared/ui/forms/use-draft.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { setPassword, updateAccount } from '../queries.ts'
import { type AccountValues, questions } from '../questions.ts'
import { useWizard } from '../wizard.ts'
import { WizardLayout } from './WizardLayout.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.accountResolver))

/** Names, a password where there is none, and the survey's unanswered questions. */
export function AccountForm({ me }: { me: Me }) {
  const keep = useKeepMe()
  const { goTo } = useWizard()
  const draftKey = `signup-account:${me.id}`
  // Set once: the password must not be asked for again when saving the rest fails.
  const passwordIsSet = useRef(me.has_password)
  const open = questions.filter(({ name }) => !me.survey[name])
  const form = useForm<AccountValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { ...initialValues(me, open), ...readDraft<AccountValues>(draftKey) },
  })
  useDraft(draftKey, form, ['password'])
  const { control, formState } = form

  const submit = useSubmit(form, {
    run: async (values) => {
      if (!passwordIsSet.current && values.password) {
        await setPassword(values.password, await accessToken())
        passwordIsSet.current = true
      }
      const survey = Object.fromEntries(open.map(({ name }) => [name, values[name] ?? '']))
      const { firstName, lastName } = values
      return updateAccount({ firstName, lastName, survey, complete: true })
    },
    onDone: (updated) => {
      forgetDraft(draftKey)
      goTo('account', 'plan')
      keep(updated)
    },
    fields: ['firstName', 'lastName', 'password'],
  })
  return (
    <WizardLayout step={4} title="Tell us about you" intro="So that your team knows who is who.">
      <FormStack onSubmit={submit} label="About you">
        <FormError>{formState.errors.root?.message}</FormError>
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <FormTextField
            control={control}
            name="firstName"
            label="First name"
            autoComplete="given-name"
            autoFocus
          />
          <FormTextField control={control} name="lastName" label="Last name" autoComplete="family-name" />
        </Box>
        {me.has_password ? null : (
          <>
            <FiledUnder email={primaryEmail(me)} />
            <PasswordField
              control={control}
              name="password"
              label="Password"
              autoComplete="new-password"
              helperText="At least 6 characters"
            />
          </>
        )}
        {open.map((question) => (
          <FormSelect key={question.name} control={control} {...question} choices={[...question.choices]} />
        ))}
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting}>
          Continue
        </SubmitButton>
      </FormStack>
    </WizardLayout>
  )
}

/** Only what is asked gets a value: an absent one is not validated. */
function initialValues(me: Me, open: readonly { name: keyof AccountValues }[]): AccountValues {
  return {
    firstName: me.first_name ?? '',
    lastName: me.last_name ?? '',
    ...(me.has_password ? {} : { password: '' }),
    ...Object.fromEntries(open.map(({ name }) => [name, ''])),
  }
}
