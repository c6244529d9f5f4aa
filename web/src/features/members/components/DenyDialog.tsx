import Stack from '@mui/material/Stack'
import { messageOf } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { decideRequests } from '../actions.ts'
import { openRequestsIn, type Person, requestRowIds } from '../people.ts'
import { useBulkChange } from '../use-bulk-change.ts'

interface Props {
  rows: Person[]
  onDone: (failed: string[]) => void
  onClose: () => void
}

/** Asks before requests to join are denied, which is for good. */
export function DenyDialog({ rows, onDone, onClose }: Props) {
  const { id } = useWorkspace()
  const change = useBulkChange()
  const requests = openRequestsIn(rows)
  const confirm = async () => {
    const ids = requests.map(({ user_id }) => user_id)
    const failed = await change({
      ids,
      act: (part) => decideRequests(id, part, 'deny'),
      success: 'Workspace Join Request denied',
    })
    onDone(requestRowIds(requests, failed))
  }
  return (
    <ConfirmDialog
      open
      title={requests.length === 1 ? 'Deny Request?' : 'Deny Requests?'}
      confirmLabel="Deny"
      destructive
      isDisabled={requests.length === 0}
      problemOf={(error) => `Error on DenyWorkspaceJoinRequest: ${messageOf(error)}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      {requests.length === 0 ? (
        <Callout severity="warning">No request that waits for an answer is selected.</Callout>
      ) : (
        <Stack spacing={1}>
          <strong>Are you sure?</strong>
          <span>
            {requests.length === 1
              ? `${requests[0]?.full_name} cannot ask again, but can still be invited directly.`
              : `${requests.length} people cannot ask again, but can still be invited directly.`}
          </span>
        </Stack>
      )}
    </ConfirmDialog>
  )
}
