import { ApiProblem } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { leaveTeam } from '../member-queries.ts'
import { type Team, teamResources } from '../queries.ts'

/** Asks before the caller gives up their own place in a team. */
export function LeaveTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const leave = useChange({
    run: () => leaveTeam(team.id),
    changes: teamResources,
    success: `You have left ${team.name}.`,
    failure: (error) => (isRefusal(error) ? 'Error leaving team' : 'Unexpected error leaving team'),
  })
  return (
    <ConfirmDialog
      open
      title="Leave Team"
      confirmLabel="Leave Team"
      destructive
      onConfirm={() => leave.mutateAsync()}
      onClose={onClose}
    >
      Are you sure? You lose the projects that you were given through {team.name}. An admin of the team can
      add you again.
    </ConfirmDialog>
  )
}

const isRefusal = (error: unknown) => error instanceof ApiProblem && error.status >= 400 && error.status < 500
