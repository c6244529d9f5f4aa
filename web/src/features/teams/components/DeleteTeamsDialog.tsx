import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { deleteTeams, type Team, useRefreshTeams } from '../queries.ts'

interface Props {
  teams: Team[]
  onClose: () => void
  /** Told of those that are gone: the others stay selected. */
  onDeleted: (teams: Team[]) => void
}

const counted = (count: number) => `${count} ${count === 1 ? 'team' : 'teams'}`

/** Deletes the selected teams; of a mixed result a warning tells (spec 3 §4). */
export function DeleteTeamsDialog({ teams, onClose, onDeleted }: Props) {
  const toast = useToast()
  const refresh = useRefreshTeams()
  const remove = async () => {
    const results = await deleteTeams(teams.map(({ id }) => id))
      .then((answer) => answer.results)
      .catch((error: unknown) => {
        toast.error('Error deleting team')
        throw error
      })
    const failed = results.filter(({ ok }) => !ok)
    const gone = teams.filter(({ id }) => results.some((result) => result.ok && result.team_id === id))
    const why = [...new Set(failed.map(({ message }) => message))].join(' ')
    if (failed.length === 0) toast.success(`${counted(gone.length)} deleted.`)
    else if (gone.length === 0) toast.error(`Error deleting team: ${why}`)
    else
      toast.warning(`${counted(gone.length)} deleted, ${counted(failed.length)} could not be deleted: ${why}`)
    onDeleted(gone)
    void refresh({ listsOnly: true })
  }
  return (
    <ConfirmDialog
      open
      title={`Delete ${counted(teams.length)}`}
      confirmLabel="Delete"
      destructive
      onConfirm={remove}
      onClose={onClose}
    >
      Are you sure? Their members lose every project that they were given through them. This cannot be undone.
    </ConfirmDialog>
  )
}
