import Link from '@mui/material/Link'
import { useForm } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { ApiProblem } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { forgetDraft } from '../../../shared/ui/forms/use-draft.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { InboxHint } from '../../../shared/ui/InboxHint.tsx'
import { forgetCode, keepCode, keptCode } from '../code-memory.ts'
import { createWorkspace } from '../queries.ts'
import { useWizard, workspaceStep } from '../wizard.ts'
import { ResendCode } from './ResendCode.tsx'
import { WizardLayout } from './WizardLayout.tsx'

const leaveAfterMs = 100

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.codeResolver))

interface Props {
  email: string
  slug: string
  company: string
}

/** Redeems the code: the workspace is made and the browser moves to its host. */
export function VerifyForm({ email, slug, company }: Props) {
  const { state, goTo, pathTo } = useWizard()
  const form = useForm({ resolver, defaultValues: { code: keptCode(email) } })
  const { control, formState } = form
  const submit = useSubmit(form, {
    run: ({ code }) => createWorkspace({ email, code, slug, ...(company ? { name: company } : {}) }),
    onDone: (created) => {
      forgetCode(email)
      forgetDraft(`signup-name:${email}`)
      return leaveFor(workspaceStep(created.workspace.slug, 'account', state))
    },
    onRefused: (error, { code }) => {
      if (!isTakenSlug(error)) return false
      keepCode(email, code)
      goTo('verify', 'name', { taken: slug })
      return true
    },
    fields: ['code'],
  })
  return (
    <WizardLayout
      step={3}
      title="Check your email"
      intro={
        <>
          We sent a confirmation code to <strong>{email}</strong>. It is valid for 15 minutes.
        </>
      }
      footer={
        <Link component={RouterLink} to={pathTo('name')}>
          Back to the workspace’s name
        </Link>
      }
    >
      <FormStack onSubmit={submit} label="Verify email">
        <FormError>{formState.errors.root?.message}</FormError>
        <FormTextField
          control={control}
          name="code"
          label="Confirmation code"
          autoComplete="one-time-code"
          autoFocus
          slotProps={{ htmlInput: { inputMode: 'numeric', spellCheck: false } }}
        />
        <SubmitButton loading={formState.isSubmitting || formState.isSubmitSuccessful}>
          Create workspace
        </SubmitButton>
        <ResendCode email={email} onSent={() => form.setValue('code', '')} />
        <InboxHint />
      </FormStack>
    </WizardLayout>
  )
}

function isTakenSlug(error: unknown): boolean {
  return (
    error instanceof ApiProblem &&
    error.code === 'CONFLICT' &&
    error.fields.some(({ field }) => field === 'slug')
  )
}

/** Resolves only when the page is gone, so that the form stays busy until then. */
function leaveFor(target: string): Promise<never> {
  // The step is done: the way back must not lead to it.
  setTimeout(() => window.location.replace(target), leaveAfterMs)
  return new Promise(() => undefined)
}
