import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props {
  project: { name: string; slug: string }
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks whether a project is to be deleted, by typing its slug. */
export function DeleteProjectDialog({ project, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      title="Delete project"
      destructive
      confirmLabel="Delete project"
      typeToConfirm={project.slug}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {project.name} is deleted with all its branches, files and docs. This cannot be undone.
    </ConfirmDialog>
  )
}
