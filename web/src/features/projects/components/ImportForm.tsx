import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { ApiProblem } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { useFileCheck } from '../check/use-file-check.ts'
import type { ProjectValues } from '../forms.ts'
import { useImport } from '../use-import.ts'
import { useProjectForm } from '../use-project-form.ts'
import { DropZone } from './DropZone.tsx'
import { FaultAlert } from './FaultAlert.tsx'
import { FileSummary } from './FileSummary.tsx'
import { ImportProgress, Lines } from './ImportProgress.tsx'
import { ProjectFields } from './ProjectFields.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.projectResolver))

/** A description becomes a project: file, name, who may see it, then upload and analysis. */
export function ImportForm({ onDone }: { onDone: (slug: string) => void }) {
  const workspace = useWorkspace()
  const project = useProjectForm('design', resolver)
  const { form, suggestName, inputOf, isBlocked, isFull } = project
  const { state: file, choose, refuse } = useFileCheck(suggestName)
  const { start, retry, created, phase } = useImport(workspace.id)
  const done = phase.name === 'done' ? created?.project.slug : undefined
  useEffect(() => {
    if (done) onDone(done)
  }, [done, onDone])

  const submit = useSubmit(form, {
    run: async (values: ProjectValues) => {
      if (file.phase === 'good') await start(inputOf(values), file.file)
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
      <FormError>{form.formState.errors.root?.message}</FormError>
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
      <ProjectFields form={form} fields={project.fields} disabled={busy || created !== null} />
      <SubmitButton
        disabled={
          busy || file.phase !== 'good' || failure !== undefined || isBlocked || (isFull && created === null)
        }
        sx={{ justifySelf: 'start' }}
      >
        {created ? 'Import file' : 'Create project'}
      </SubmitButton>
    </FormStack>
  )
}
