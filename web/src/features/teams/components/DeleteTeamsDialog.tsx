import { useChange } from '../../../shared/data/change.ts'
import type { BulkResult } from '../../../shared/data/rows.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { deleteTeams, type Team, teamLists } from '../queries.ts'

interface Props {
  teams: Team[]
  onClose: () => void
  /** Told of those that are gone: the others stay selected. */
  onDeleted: (teams: Team[]) => void
}

const counted = (count: number) => `${count} ${count === 1 ? 'team' : 'teams'}`

function outcomeOf(results: BulkResult<number>[]) {
  const failed = results.filter(({ ok }) => !ok)
  const gone = results.length - failed.length
  const why = [...new Set(failed.map(({ message }) => message))].join(' ')
  if (failed.length === 0) return `${counted(gone)} deleted.`
  if (gone === 0) return { error: `Error deleting team: ${why}` }
  return { warning: `${counted(gone)} deleted, ${counted(failed.length)} could not be deleted: ${why}` }
}

/** Deletes the selected teams; of a mixed result a warning tells. */
export function DeleteTeamsDialog({ teams, onClose, onDeleted }: Props) {
  const remove = useChange({
    run: async () => (await deleteTeams(teams.map(({ id }) => id))).results,
    changes: teamLists,
    success: (results) => outcomeOf(results),
    failure: () => 'Error deleting team',
    onDone: (results) =>
      onDeleted(teams.filter(({ id }) => results.some((result) => result.ok && result.key === id))),
  })
  return (
    <ConfirmDialog
      open
      title={`Delete ${counted(teams.length)}`}
      confirmLabel="Delete"
      destructive
      onConfirm={() => remove.mutateAsync()}
      onClose={onClose}
    >
      Are you sure? Their members lose every project that they were given through them. This cannot be undone.
    </ConfirmDialog>
  )
}
