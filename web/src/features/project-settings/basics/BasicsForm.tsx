import Box from '@mui/material/Box'
import { useAllGroups } from '../../../shared/data/groups.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormPresentation } from '../../../shared/ui/forms/FormPresentation.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormSwitch } from '../../../shared/ui/forms/FormSwitch.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import type { Project, SectionProps } from '../model.ts'
import { readProject } from '../queries.ts'
import type { BasicsValues } from './forms.ts'
import { GroupField } from './GroupField.tsx'
import { InternalQuestion } from './InternalQuestion.tsx'
import { ProjectId } from './ProjectId.tsx'
import { useSaveBasics } from './use-save-basics.tsx'

const addressHint = 'Its address: /docs/ and this. Addresses with the one before lead here.'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.basicsResolver))

const labels: Record<keyof BasicsValues, string> = {
  name: 'Display name',
  slug: 'Slug',
  description: 'Tagline',
  icon_name: 'Icon',
  icon_color: 'Icon colour',
  is_design_library: 'Design library',
  use_legacy_exporter: 'Use legacy export',
  group: 'Group',
}

export function BasicsForm({ project, can }: SectionProps) {
  const groups = useAllGroups()
  const edit = useEditForm<BasicsValues>({
    saved: valuesOf(project),
    read: async () => valuesOf(await readProject(project.id)),
    resolver,
    labels,
    nameOf: (name, value) =>
      name === 'group' ? groups.data?.find(({ id }) => String(id) === value)?.name : undefined,
  })
  const { form, canSave } = edit
  const { control, formState } = form
  const isReadOnly = !can('project_update')
  const mayMove = can('project_group_update')
  const { submit, question, confirmMove, closeQuestion } = useSaveBasics(project, edit)
  const hasLibraries = useFeatures().data?.some(({ name, allowed }) => name === 'design_library' && allowed)
  return (
    <>
      <FormStack onSubmit={submit} label="Project Basics">
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          <FormTextField
            control={control}
            name="name"
            label="Display name"
            required
            disabled={isReadOnly}
            autoComplete="off"
          />
          <FormTextField
            control={control}
            name="slug"
            label="Slug"
            required
            disabled={isReadOnly}
            helperText={isReadOnly ? undefined : addressHint}
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          />
          <FormTextField
            control={control}
            name="description"
            label="Tagline"
            disabled={isReadOnly}
            multiline
            maxRows={4}
          />
          <ProjectId project={project} />
          <FormPresentation control={control} icon="icon_name" colour="icon_color" disabled={isReadOnly} />
          <GroupField control={control} project={project} isReadOnly={!mayMove} />
        </Box>
        {hasLibraries && project.flavor === 'design' ? (
          <FormSwitch
            control={control}
            name="is_design_library"
            label="Design library"
            disabled={isReadOnly}
          />
        ) : null}
        <FormSwitch
          control={control}
          name="use_legacy_exporter"
          label="Use legacy export"
          helperText="Exports put what a reference leads to in its place, instead of bundling it."
          disabled={isReadOnly}
        />
        <FormError>{formState.errors.root?.message}</FormError>
        <SubmitButton
          size="medium"
          loading={formState.isSubmitting}
          disabled={(isReadOnly && !mayMove) || !canSave}
          sx={{ justifySelf: 'start' }}
        >
          Save
        </SubmitButton>
      </FormStack>
      {question ? (
        <InternalQuestion
          project={project}
          question={question}
          onConfirm={confirmMove}
          onClose={closeQuestion}
        />
      ) : null}
    </>
  )
}

function valuesOf(project: Project): BasicsValues {
  const { name, slug, description, icon_name, icon_color, is_design_library, use_legacy_exporter } = project
  const group = project.group_id === null ? '' : String(project.group_id)
  return { name, slug, description, icon_name, icon_color, is_design_library, use_legacy_exporter, group }
}
