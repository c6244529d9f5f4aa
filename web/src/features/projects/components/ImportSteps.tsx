import Box from '@mui/material/Box'
import type { FormEventHandler, ReactNode } from 'react'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import type { CreatedProject } from '../queries.ts'
import type { ImportPhase } from '../use-import.ts'
import type { ProjectFormState } from '../use-project-form.ts'
import { FaultAlert } from './FaultAlert.tsx'
import { ImportProgress, Lines } from './ImportProgress.tsx'
import { ProjectFields } from './ProjectFields.tsx'

interface Props {
  label: string
  onSubmit: FormEventHandler
  project: ProjectFormState
  created: CreatedProject | null
  phase: ImportPhase
  /** Whether there is something to import. */
  isReady: boolean
  /** What is wrong with what was chosen. */
  fault?: ReactNode
  /** Where it is chosen. */
  children: ReactNode
}

/** The form of an import: what is brought, how far it is, and what the project is called. */
export function ImportSteps(props: Props) {
  const { label, onSubmit, project, created, phase, isReady, fault = null, children } = props
  const failure = phase.name === 'failed' ? phase.log : undefined
  const busy = isBusy(phase)
  return (
    <FormStack onSubmit={onSubmit} label={label}>
      <FormError>{project.form.formState.errors.root?.message}</FormError>
      {fault}
      {failure ? (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <FaultAlert
            fileName={failure.payload.error?.file ?? 'the file'}
            fault={failure.payload.error ?? { message: 'The analysis failed.' }}
          />
          <Lines lines={failure.lines} />
        </Box>
      ) : null}
      {children}
      {busy ? <ImportProgress phase={phase} /> : null}
      <ProjectFields form={project.form} fields={project.fields} disabled={busy || created !== null} />
      <SubmitButton
        disabled={
          busy ||
          !isReady ||
          failure !== undefined ||
          project.isBlocked ||
          (project.isFull && created === null)
        }
        sx={{ justifySelf: 'start' }}
      >
        {created ? 'Import file' : 'Create project'}
      </SubmitButton>
    </FormStack>
  )
}

/** Whether an import is under way, or over. */
export function isBusy({ name }: ImportPhase): boolean {
  return name === 'uploading' || name === 'analysing' || name === 'done'
}
