import { ApiProblem } from '../../../shared/data/api.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { leaveTeam } from '../member-queries.ts'
import { type Team, useRefreshTeams } from '../queries.ts'

/** Asks before the caller gives up their own place in a team. */
export function LeaveTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const toast = useToast()
  const refresh = useRefreshTeams()
  const leave = async () => {
    try {
      await leaveTeam(team.id)
    } catch (error) {
      toast.error(isRefusal(error) ? 'Error leaving team' : 'Unexpected error leaving team')
      throw error
    }
    toast.success(`You have left ${team.name}.`)
    void refresh()
  }
  return (
    <ConfirmDialog
      open
      title="Leave Team"
      confirmLabel="Leave Team"
      destructive
      onConfirm={leave}
      onClose={onClose}
    >
      Are you sure? You lose the projects that you were given through {team.name}. An admin of the team can
      add you again.
    </ConfirmDialog>
  )
}

const isRefusal = (error: unknown) => error instanceof ApiProblem && error.status >= 400 && error.status < 500
