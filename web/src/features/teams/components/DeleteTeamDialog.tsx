import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { deleteTeam, type Team, useRefreshTeams } from '../queries.ts'

interface Props {
  team: Team
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a team once its name was typed (spec 3 §5). */
export function DeleteTeamDialog({ team, onClose, onDeleted }: Props) {
  const toast = useToast()
  const refresh = useRefreshTeams()
  const remove = async () => {
    try {
      await deleteTeam(team.id)
    } catch (error) {
      toast.error('Error deleting team')
      throw error
    }
    toast.success(`${team.name} was deleted.`)
    onDeleted()
    void refresh({ listsOnly: true })
  }
  return (
    <ConfirmDialog
      open
      title="Delete Team"
      confirmLabel="Delete Team"
      destructive
      typeToConfirm={team.name}
      onConfirm={remove}
      onClose={onClose}
    >
      Are you sure? The members of {team.name} lose every project that they were given through it. This cannot
      be undone.
    </ConfirmDialog>
  )
}
