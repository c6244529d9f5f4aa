import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { removeMembers, revokeInvitations } from '../actions.ts'
import { invitationRowId, memberRowId, type Person, removable, revocable } from '../people.ts'
import type { Invitation, Member } from '../queries.ts'
import { useBulkChange } from '../use-bulk-change.ts'
import { HeirChoice } from './HeirChoice.tsx'

interface Props {
  rows: Person[]
  onDone: (failed: string[]) => void
  onClose: () => void
}

/** Asks before members leave and invitations are withdrawn. */
export function RemoveDialog({ rows, onDone, onClose }: Props) {
  const { id } = useWorkspace()
  const change = useBulkChange()
  const [heir, setHeir] = useState<Member | null>(null)
  const members = removable(rows)
  const invitations = revocable(rows)
  const count = members.length + invitations.length
  const confirm = async () => {
    const withdrawn = await change({
      ids: invitations.map((one) => one.id),
      act: revokeInvitations,
      success: 'Invitation Removed',
    })
    const removed = await change({
      ids: members.map(({ user_id }) => user_id),
      act: (part) => removeMembers(id, part, heir?.user_id ?? null),
      success: 'Member Removed',
    })
    onDone([...withdrawn.map(invitationRowId), ...removed.map(memberRowId)])
  }
  return (
    <ConfirmDialog
      open
      title={titleOf(members, invitations)}
      confirmLabel="Delete"
      destructive
      isDisabled={count === 0}
      problemOf={(error) => `${failedText(members, invitations)}: ${messageOf(error)}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      {count === 0 ? (
        <Callout severity="warning">
          Nobody who is selected can be deleted. Select members or invitations.
        </Callout>
      ) : (
        <Stack spacing={1}>
          <strong>Are you sure?</strong>
          {members.length > 0 ? (
            <>
              <span>
                {members.length === 1
                  ? members[0]?.display_name
                  : `${members.length.toLocaleString('en')} members`}{' '}
                will lose access to this workspace.
              </span>
              <HeirChoice leaving={members} value={heir} onChange={setHeir} />
            </>
          ) : null}
          {invitations.length > 0 ? (
            <span>
              {invitations.length === 1
                ? `The invitation of ${invitations[0]?.email}`
                : `${invitations.length} invitations`}{' '}
              can no longer be accepted.
            </span>
          ) : null}
        </Stack>
      )}
    </ConfirmDialog>
  )
}

function titleOf(members: Member[], invitations: Invitation[]): string {
  if (members.length === 0 && invitations.length > 0)
    return invitations.length === 1 ? 'Delete Invitation?' : 'Delete Invitations?'
  return members.length === 1 && invitations.length === 0 ? 'Delete Member?' : 'Delete Members?'
}

function failedText(members: Member[], invitations: Invitation[]): string {
  const [member] = members
  if (member) return `Error occurred while removing member ${member.email ?? member.display_name}`
  return `Error on removeWorkspaceInvitation for Request:[${invitations[0]?.id}]`
}
