// Before a group is deleted, or left.
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { deleteGroup, leaveGroup, useReadAgain } from '../changes.ts'
import { counted, type Group } from '../model.ts'

interface Props {
  group: Group
  onDone: () => void
  onClose: () => void
}

/** Deletes a group when its name has been typed. */
export function DeleteGroupDialog({ group, onDone, onClose }: Props) {
  const toast = useToast()
  const readAgain = useReadAgain()
  const remove = async () => {
    await deleteGroup(group)
    toast.success('Group has been deleted')
    onDone()
    await readAgain()
  }
  const projects = group.projects_count
  return (
    <ConfirmDialog
      open
      title="Delete group"
      destructive
      confirmLabel="Delete group"
      typeToConfirm={group.name}
      onConfirm={remove}
      onClose={onClose}
    >
      {group.name} is deleted.{' '}
      {projects > 0
        ? `Its ${counted(projects, 'project')} ${projects === 1 ? 'stays' : 'stay'}, without a group.`
        : 'It has no projects.'}
    </ConfirmDialog>
  )
}

/** Gives up one's own administration of a group. */
export function LeaveGroupDialog({ group, onDone, onClose }: Props) {
  const toast = useToast()
  const readAgain = useReadAgain()
  const leave = async () => {
    await leaveGroup(group)
    toast.success('You have left the group')
    onDone()
    await readAgain()
  }
  return (
    <ConfirmDialog
      open
      title="Leave group"
      destructive
      confirmLabel="Leave group"
      onConfirm={leave}
      onClose={onClose}
    >
      You no longer administer {group.name} and its projects. Are you sure?
    </ConfirmDialog>
  )
}
