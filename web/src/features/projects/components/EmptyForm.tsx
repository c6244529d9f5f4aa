import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import type { Flavour } from '../flavours.ts'
import type { ProjectValues } from '../forms.ts'
import type { Kind } from '../kinds.ts'
import { createEmptyProject } from '../queries.ts'
import { useProjectForm } from '../use-project-form.ts'
import { ProjectFields } from './ProjectFields.tsx'

const projectResolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.projectResolver))
const cliResolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.cliResolver))

interface Props {
  flavour: Flavour
  kind: Kind
  onDone: (slug: string) => void
}

/** A project that starts with nothing: made here, or waiting for what scripts push. */
export function EmptyForm({ flavour, kind, onDone }: Props) {
  const workspace = useWorkspace()
  const isPushed = kind.id === 'cli'
  const project = useProjectForm(flavour.id, isPushed ? cliResolver : projectResolver)
  const { form, inputOf, isBlocked, isFull } = project
  const submit = useSubmit(form, {
    run: (values: ProjectValues) =>
      createEmptyProject(workspace.id, isPushed ? 'cli' : 'web', inputOf(values)),
    onDone: ({ project: made }) => onDone(made.slug),
    fields: ['name', 'slug', 'visibility'],
    fallback: 'Failed to create project.',
  })
  const { isSubmitting, errors } = form.formState
  return (
    <FormStack onSubmit={submit} label={kind.label}>
      <FormError>{errors.root?.message}</FormError>
      <ProjectFields form={form} fields={project.fields} disabled={isSubmitting} />
      <SubmitButton loading={isSubmitting} disabled={isBlocked || isFull} sx={{ justifySelf: 'start' }}>
        Create project
      </SubmitButton>
    </FormStack>
  )
}
