// Before a group is deleted, or left.
import { useChange } from '../../../shared/data/change.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { deleteGroup, groupLists, leaveGroup } from '../changes.ts'
import { counted, type Group } from '../model.ts'

interface Props {
  group: Group
  onDone: () => void
  onClose: () => void
}

/** Deletes a group when its name has been typed. */
export function DeleteGroupDialog({ group, onDone, onClose }: Props) {
  const remove = useChange({
    run: () => deleteGroup(group),
    changes: groupLists,
    success: 'Group has been deleted',
    onDone,
  })
  const projects = group.projects_count
  return (
    <ConfirmDialog
      open
      title="Delete group"
      destructive
      confirmLabel="Delete group"
      typeToConfirm={group.name}
      onConfirm={() => remove.mutateAsync()}
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
  const leave = useChange({
    run: () => leaveGroup(group),
    changes: groupLists,
    success: 'You have left the group',
    onDone,
  })
  return (
    <ConfirmDialog
      open
      title="Leave group"
      destructive
      confirmLabel="Leave group"
      onConfirm={() => leave.mutateAsync()}
      onClose={onClose}
    >
      You no longer administer {group.name} and its projects. Are you sure?
    </ConfirmDialog>
  )
}
