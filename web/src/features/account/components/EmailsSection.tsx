import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldProblem } from '../../../shared/data/api.ts'
import type { Me } from '../../../shared/data/me.ts'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { EmailField } from '../../../shared/ui/forms/EmailField.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { addEmail } from '../queries.ts'
import { EmailRow } from './EmailRow.tsx'
import { Rows } from './Row.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.emailResolver))

/** The account's addresses: any confirmed one signs in, one is primary. */
export function EmailsSection({ me }: { me: Me }) {
  const [adding, setAdding] = useState(false)
  return (
    <Section isTopic title="Emails">
      <Rows>
        {me.emails.map((email) => (
          <EmailRow key={email.id} email={email} />
        ))}
      </Rows>
      {adding ? (
        <AddEmail onDone={() => setAdding(false)} />
      ) : (
        <Button variant="outlined" onClick={() => setAdding(true)} sx={{ justifySelf: 'start' }}>
          Add email
        </Button>
      )}
    </Section>
  )
}

const tooMany = fieldProblem('email', 'Too many e-mails were sent. Please wait a while.')

function AddEmail({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver, mode: 'onTouched', defaultValues: { email: '' } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: async ({ email }) => {
      const { retry_after } = await addEmail(email)
      if (retry_after > 0) throw tooMany
    },
    changes: ['me'],
    success: (_done, { email }) => `A verification email was sent to ${email}.`,
    onDone,
    fields: ['email'],
    fallback: 'Something went wrong, please try again.',
  })
  return (
    <FormStack onSubmit={submit} label="Add email">
      <FormError>{formState.errors.root?.message}</FormError>
      <EmailField control={control} />
      <div style={{ display: 'flex', gap: 8 }}>
        <SubmitButton disabled={!canSubmit(formState)} loading={formState.isSubmitting} size="medium">
          Add
        </SubmitButton>
        <Button color="inherit" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </FormStack>
  )
}
