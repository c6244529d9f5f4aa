import { useChange } from '../../../shared/data/change.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { deleteTeam, type Team, teamLists } from '../queries.ts'

interface Props {
  team: Team
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a team once its name was typed. */
export function DeleteTeamDialog({ team, onClose, onDeleted }: Props) {
  const remove = useChange({
    run: () => deleteTeam(team.id),
    changes: teamLists,
    success: `${team.name} was deleted.`,
    failure: () => 'Error deleting team',
    onDone: onDeleted,
  })
  return (
    <ConfirmDialog
      open
      title="Delete Team"
      confirmLabel="Delete Team"
      destructive
      typeToConfirm={team.name}
      onConfirm={() => remove.mutateAsync()}
      onClose={onClose}
    >
      Are you sure? The members of {team.name} lose every project that they were given through it. This cannot
      be undone.
    </ConfirmDialog>
  )
}
