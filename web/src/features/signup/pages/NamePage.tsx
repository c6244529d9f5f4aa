import InputAdornment from '@mui/material/InputAdornment'
import { useForm } from 'react-hook-form'
import { Navigate } from 'react-router-dom'
import { workspaceSlugFrom } from '../../../../../supabase/functions/_shared/domain/slugs.ts'
import { config } from '../../../shared/config/config.ts'
import { paths } from '../../../shared/config/paths.ts'
import { defaultMessage, fieldProblem } from '../../../shared/data/api.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { canSubmit } from '../../../shared/ui/forms/can-submit.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { readDraft, useDraft } from '../../../shared/ui/forms/use-draft.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { codeIsOut, noteCodeSent } from '../code-memory.ts'
import { UnlessMade } from '../components/UnlessMade.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'
import { sendCode } from '../queries.ts'
import { slugProblem, takenMessage, useSlugCheck } from '../use-slug-check.ts'
import { useWizard, type WizardState } from '../wizard.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.nameResolver))

// A single-tenant installation has said which workspace it is for.
const onlySlug = config.mode === 'single_tenant' ? config.workspaceSlug : undefined

interface Values {
  company: string
  slug: string
}

/** Step 2: the company's name and the workspace's URL. */
export function NamePage() {
  const site = useSite()
  const { state, pathTo } = useWizard()
  if (site.kind === 'workspace') return <Navigate to={paths.home} replace />
  if (!state.email) return <Navigate to={pathTo('start')} replace />
  return (
    <UnlessMade>
      <NameForm email={state.email} />
    </UnlessMade>
  )
}

function NameForm({ email }: { email: string }) {
  const { state, goTo } = useWizard()
  const form = useForm({
    resolver,
    mode: 'onChange',
    defaultValues: initialValues(state),
  })
  const { control, setValue, getValues, formState } = form
  const slug = form.watch('slug')
  useDraft(`signup-name:${email}`, form)
  const check = useSlugCheck(slug, !formState.errors.slug)
  const problem = state.taken === slug && slug ? takenMessage(slug) : check.problem

  const submit = useSubmit(form, {
    run: async ({ slug }) => {
      const refusal = await slugProblem(slug)
      if (refusal) throw fieldProblem('slug', refusal)
      if (!codeIsOut(email)) {
        await sendCode(email)
        noteCodeSent(email)
      }
    },
    onDone: (_done, { slug, company }) => goTo('name', 'verify', { slug, company }),
    fields: ['slug'],
    fallback: defaultMessage,
  })
  const suggestSlug = () => {
    if (getValues('slug')) return
    const suggestion = workspaceSlugFrom(getValues('company'))
    if (suggestion) setValue('slug', suggestion, { shouldValidate: true, shouldDirty: true })
  }
  return (
    <WizardLayout
      step={2}
      title="Name your workspace"
      intro="Your team will find its projects and documentation here."
    >
      <FormStack onSubmit={submit} label="Workspace">
        <FormError>{formState.errors.root?.message}</FormError>
        <FormTextField
          control={control}
          name="company"
          label="Company Name"
          autoComplete="organization"
          autoFocus
          onBlur={suggestSlug}
        />
        <FormTextField
          control={control}
          name="slug"
          label="Workspace URL"
          autoComplete="off"
          helperText={check.hint}
          problem={problem}
          slotProps={{
            htmlInput: { spellCheck: false, autoCapitalize: 'none', readOnly: onlySlug !== undefined },
            input: onlySlug
              ? {}
              : { endAdornment: <InputAdornment position="end">.{config.baseHost}</InputAdornment> },
            formHelperText: { 'aria-live': 'polite' },
          }}
        />
        <SubmitButton
          disabled={!canSubmit(formState) || problem !== undefined}
          loading={formState.isSubmitting}
        >
          Continue
        </SubmitButton>
      </FormStack>
    </WizardLayout>
  )
}

/**
 * A draft of this form comes before the values of the address; the company named in the address suggests the URL.
 */
function initialValues(state: WizardState): Values {
  const draft = readDraft<Values>(`signup-name:${state.email}`)
  const company = draft.company ?? state.company ?? ''
  if (onlySlug) return { company, slug: onlySlug }
  return { company, slug: draft.slug ?? state.slug ?? workspaceSlugFrom(state.company ?? '') }
}
