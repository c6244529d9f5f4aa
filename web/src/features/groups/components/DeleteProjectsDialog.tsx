import { useChange } from '../../../shared/data/change.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { DeleteProjectDialog } from '../../../shared/ui/DeleteProjectDialog.tsx'
import { deleteProject, deleteProjects, failuresOf, groupLists, partialResult, saidOf } from '../changes.ts'
import { counted, type Project } from '../model.ts'

interface Props {
  projects: Project[]
  /** Gets those that could not be deleted. */
  onDeleted: (failed: number[]) => void
  onClose: () => void
}

/** Deletes projects: one when its slug has been typed, many when asked once more. */
export function DeleteProjectsDialog(props: Props) {
  const [only] = props.projects
  if (props.projects.length === 1 && only) return <DeleteOne {...props} project={only} />
  return <DeleteMany {...props} />
}

function DeleteOne({ project, onDeleted, onClose }: Props & { project: Project }) {
  const remove = useChange({
    run: () =>
      deleteProject(project.id).catch((error: unknown) => {
        throw saidOf(error, `Error deleting project "${project.slug}"`)
      }),
    changes: groupLists,
    success: 'Project deleted',
    onDone: () => onDeleted([]),
  })
  return <DeleteProjectDialog project={project} onConfirm={() => remove.mutateAsync()} onClose={onClose} />
}

const namesShown = 5

function DeleteMany({ projects, onDeleted, onClose }: Props) {
  const remove = useChange({
    run: () =>
      deleteProjects(projects.map(({ id }) => id)).catch((error: unknown) => {
        throw saidOf(error, 'Error deleting project')
      }),
    changes: groupLists,
    success: (done) =>
      done.failed > 0
        ? { warning: partialResult(done, 'deleted') }
        : `${counted(done.succeeded, 'project')} deleted`,
    onDone: (done) => onDeleted(failuresOf(done)),
  })
  const others = projects.length - namesShown
  const names = projects.slice(0, namesShown).map(({ name }) => name)
  return (
    <ConfirmDialog
      open
      title={`Delete ${counted(projects.length, 'project')}`}
      destructive
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync()}
      onClose={onClose}
    >
      {names.join(', ')}
      {others > 0 ? ` and ${others} more` : ''} are deleted with all their branches, files and docs. This
      cannot be undone. Are you sure?
    </ConfirmDialog>
  )
}
