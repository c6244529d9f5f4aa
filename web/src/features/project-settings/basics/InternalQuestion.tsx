import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import type { Project } from '../model.ts'
import type { MoveQuestion } from './use-save-basics.tsx'

interface Props {
  project: Project
  question: MoveQuestion
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Before a public project goes into an internal group, which makes it internal. */
export function InternalQuestion({ project, question, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      title="Change visibility to internal?"
      confirmLabel="Move"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {project.name} is public, and {question.groupName} is an internal group: moved there, it becomes
      internal, for members of the workspace only.
    </ConfirmDialog>
  )
}
