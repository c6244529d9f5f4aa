import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { useSeats } from '../../../shared/billing/use-seats.tsx'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { changeRoles } from '../actions.ts'
import { changeable, memberRowId, type Person } from '../people.ts'
import type { Member } from '../queries.ts'
import { useBulkChange } from '../use-bulk-change.ts'
import { useUpgradeRequired } from '../use-upgrade-required.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface Props {
  rows: Person[]
  /** Chosen already, in the row of a member. */
  role: WorkspaceRole | null
  /** Ids of the rows that could not be changed. */
  onDone: (failed: string[]) => void
  onClose: () => void
}

/** Asks before roles change: of one member to the role chosen, or of many to one chosen here. */
export function ChangeRoleDialog({ rows, role, onDone, onClose }: Props) {
  const { id } = useWorkspace()
  const change = useBulkChange()
  const upgrade = useUpgradeRequired()
  const { withSeats, question } = useSeats()
  const [chosen, setChosen] = useState<WorkspaceRole | ''>(role ?? '')
  const members = changeable(rows)
  const confirm = async () => {
    if (chosen === '') return
    const ids = members.map(({ user_id }) => user_id)
    // Guests who become more take seats of members.
    const added = chosen === 'guest' ? 0 : members.filter(({ role }) => role === 'guest').length
    const failed = await upgrade.guard(
      withSeats(added, 'joining', () =>
        change({ ids, act: (part) => changeRoles(id, part, chosen), success: 'Role updated.' }),
      ),
    )
    onDone(failed.map(memberRowId))
  }
  return (
    <ConfirmDialog
      open
      title="Change Role?"
      confirmLabel="Change Role"
      isDisabled={members.length === 0 || chosen === '' || upgrade.isRequired}
      problemOf={upgrade.problemOf('Could not update role')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack spacing={2}>
        {role && members[0] ? <Single member={members[0]} role={role} /> : null}
        {role === null ? <Many members={members} selected={rows.length} /> : null}
        {role === null && members.length > 0 ? (
          <RoleChoice
            label="New role"
            value={chosen}
            onChange={(next) => {
              upgrade.reset()
              setChosen(next)
            }}
          />
        ) : null}
        {upgrade.notice}
        {question}
      </Stack>
    </ConfirmDialog>
  )
}

function Single({ member, role }: { member: Member; role: WorkspaceRole }) {
  return (
    <div>
      <strong>{member.display_name}</strong> changes from {workspaceRoleLabel(member.role)} to{' '}
      <strong>{workspaceRoleLabel(role)}</strong>: {workspaceRoleDescription(role).toLowerCase()}.
    </div>
  )
}

function Many({ members, selected }: { members: Member[]; selected: number }) {
  if (members.length === 0)
    return (
      <Callout severity="warning">
        Nobody who is selected can get another role. Select members whose role you may change.
      </Callout>
    )
  const skipped = selected - members.length
  return (
    <div>
      {members.length === 1 ? members[0]?.display_name : `${members.length} members`} will get the role you
      choose.
      {skipped > 0 ? ` ${skipped} of the ${selected} selected cannot be changed and stay as they are.` : null}
    </div>
  )
}
