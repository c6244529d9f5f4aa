import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { deleteProject, deleteProjects, failuresOf, partialResult, saidOf, useReadAgain } from '../changes.ts'
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
  const toast = useToast()
  const readAgain = useReadAgain()
  const remove = async () => {
    try {
      await deleteProject(project.id)
    } catch (error) {
      throw saidOf(error, `Error deleting project "${project.slug}"`)
    }
    toast.success('Project deleted')
    onDeleted([])
    await readAgain()
  }
  return (
    <ConfirmDialog
      open
      title="Delete project"
      destructive
      confirmLabel="Delete project"
      typeToConfirm={project.slug}
      onConfirm={remove}
      onClose={onClose}
    >
      {project.name} is deleted with all its branches, files and docs. This cannot be undone.
    </ConfirmDialog>
  )
}

const namesShown = 5

function DeleteMany({ projects, onDeleted, onClose }: Props) {
  const toast = useToast()
  const readAgain = useReadAgain()
  const remove = async () => {
    const answer = await deleteProjects(projects.map(({ id }) => id)).catch((error: unknown) => {
      throw saidOf(error, 'Error deleting project')
    })
    if (answer.failed > 0) toast.warning(partialResult(answer, 'deleted'))
    else toast.success(`${counted(answer.succeeded, 'project')} deleted`)
    onDeleted(failuresOf(answer))
    await readAgain()
  }
  const others = projects.length - namesShown
  const names = projects.slice(0, namesShown).map(({ name }) => name)
  return (
    <ConfirmDialog
      open
      title={`Delete ${counted(projects.length, 'project')}`}
      destructive
      confirmLabel="Delete"
      onConfirm={remove}
      onClose={onClose}
    >
      {names.join(', ')}
      {others > 0 ? ` and ${others} more` : ''} are deleted with all their branches, files and docs. This
      cannot be undone. Are you sure?
    </ConfirmDialog>
  )
}
