import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { randomAppearance } from '../../../../../supabase/functions/_shared/domain/appearance.ts'
import { projectSlugFrom } from '../../../../../supabase/functions/_shared/domain/slugs.ts'
import { config } from '../../../shared/config/config.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { useFeatures, useGroups } from '../../../shared/data/projects.ts'
import { blockedBecause, usePublicAllowed } from '../../../shared/data/visibility.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { useFileCheck } from '../check/use-file-check.ts'
import type { ImportValues } from '../forms.ts'
import { useImport } from '../use-import.ts'
import { DropZone } from './DropZone.tsx'
import { FaultAlert } from './FaultAlert.tsx'
import { FileSummary } from './FileSummary.tsx'
import { ImportProgress, Lines } from './ImportProgress.tsx'
import { useProjectLimit } from './PlanLimit.tsx'
import { ProjectFields } from './ProjectFields.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.importResolver))

/** A description becomes a project: file, name, who may see it, then upload and analysis. */
export function ImportForm({ onDone }: { onDone: (slug: string) => void }) {
  const workspace = useWorkspace()
  const [query] = useSearchParams()
  const [appearance] = useState(randomAppearance)
  const groups = useGroups()
  const features = useFeatures()
  const publicAllowed = usePublicAllowed()
  const limit = useProjectLimit()
  const form = useForm<ImportValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: '', slug: '', visibility: 'internal', group: '' },
  })
  const { setValue, getFieldState, watch, formState } = form
  const {
    state: file,
    choose,
    refuse,
  } = useFileCheck((title) => {
    if (!getFieldState('name').isDirty) setName(title.slice(0, 75))
  })
  const { start, retry, created, phase } = useImport(workspace.id)
  const done = phase.name === 'done' ? created?.project.slug : undefined
  useEffect(() => {
    if (done) onDone(done)
  }, [done, onDone])

  const preselected = groups.data?.find((group) => group.slug === query.get('group'))?.id
  useEffect(() => {
    if (preselected) setValue('group', String(preselected))
  }, [preselected, setValue])

  const setName = (name: string) => {
    setValue('name', name, { shouldValidate: true })
    deriveSlug(name)
  }
  const deriveSlug = (name: string) => {
    if (!getFieldState('slug').isDirty) setValue('slug', projectSlugFrom(name), { shouldValidate: true })
  }
  const values = watch()
  const rules = {
    privateAllowed:
      config.mode === 'single_tenant' ||
      (features.data?.some(({ name, allowed }) => name === 'private_projects' && allowed) ?? false),
    publicAllowed: publicAllowed.data ?? true,
    group: groups.data?.find((group) => String(group.id) === values.group),
  }
  const blocked = blockedBecause(values.visibility, rules)

  const submit = useSubmit(form, {
    run: async (input: ImportValues) => {
      if (file.phase !== 'good') return
      const groupId = input.group ? Number(input.group) : null
      await start({ ...input, groupId, iconName: appearance.name, iconColour: appearance.colour }, file.file)
    },
    onRefused: (error) => {
      const fault =
        error instanceof ApiProblem ? error.fields.find(({ field }) => field === 'file') : undefined
      if (!fault || file.phase !== 'good') return false
      refuse(file.file, fault)
      return true
    },
    fields: ['name', 'slug', 'visibility'],
    fallback: 'Failed to create project.',
  })
  const failure = phase.name === 'failed' ? phase.log : undefined
  const busy = phase.name === 'uploading' || phase.name === 'analysing' || phase.name === 'done'
  const pick = (next: File) => {
    retry()
    choose(next)
  }
  return (
    <FormStack onSubmit={submit} label="Import OpenAPI file">
      <FormError>{formState.errors.root?.message}</FormError>
      {file.phase === 'faulty' ? <FaultAlert fileName={file.file.name} fault={file.fault} /> : null}
      {failure ? (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <FaultAlert
            fileName={failure.payload.error?.file ?? 'the file'}
            fault={failure.payload.error ?? { message: 'The analysis failed.' }}
          />
          <Lines lines={failure.lines} />
        </Box>
      ) : null}
      <DropZone onFile={pick} disabled={busy}>
        <FileSummary state={file} />
      </DropZone>
      {busy ? <ImportProgress phase={phase} /> : null}
      <ProjectFields
        control={form.control}
        groups={groups.data ?? []}
        rules={rules}
        blocked={blocked}
        disabled={busy || created !== null}
        appearance={appearance}
        onName={deriveSlug}
      />
      <SubmitButton
        disabled={
          busy ||
          file.phase !== 'good' ||
          failure !== undefined ||
          blocked !== null ||
          (limit?.full === true && !created)
        }
        sx={{ justifySelf: 'start' }}
      >
        {created ? 'Import file' : 'Create project'}
      </SubmitButton>
    </FormStack>
  )
}
