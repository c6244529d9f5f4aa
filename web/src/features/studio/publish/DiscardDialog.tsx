import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import type { StudioFile, StudioProject } from '../model.ts'
import { useDiscardChanges } from '../queries.ts'

interface Props {
  project: StudioProject
  /** Null while nobody is asked. */
  file: StudioFile | null
  onClose: () => void
}

/** Asks before the changes of a file are thrown away, for everybody who edits it. */
export function DiscardDialog({ project, file, onClose }: Props) {
  const discard = useDiscardChanges()
  return (
    <ConfirmDialog
      open={file !== null}
      title="Discard the changes of this file?"
      confirmLabel="Discard"
      destructive
      onConfirm={() => (file ? discard.mutateAsync([file.id]) : undefined)}
      onClose={onClose}
    >
      {file ? `${outcome(project, file)}, for everybody who edits here.` : null}
    </ConfirmDialog>
  )
}

function outcome({ type }: StudioProject, { path, hash, base_moved }: StudioFile): string {
  const isNew = hash === null && !base_moved
  if (type === 'vcs') {
    return isNew ? `${path} is not in the repository: it is deleted` : `${path} becomes what the branch has`
  }
  return isNew ? `${path} was never published: it is deleted` : `${path} becomes what was last published`
}
