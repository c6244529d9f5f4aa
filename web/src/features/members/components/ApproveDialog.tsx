import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { memberLimitReached } from '../../../shared/billing/sales.ts'
import { useSeats } from '../../../shared/billing/use-seats.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { workspaceRoleDescription } from '../../../shared/ui/roles.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import { decideRequests, isPaymentRequired } from '../actions.ts'
import { openRequestsIn, type Person, requestRowIds } from '../people.ts'
import { hasAccountManager } from '../seats.ts'
import { useBulkChange } from '../use-bulk-change.ts'
import { useUpgradeRequired } from '../use-upgrade-required.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface Props {
  rows: Person[]
  onDone: (failed: string[]) => void
  onClose: () => void
}

const failedText = 'Error approving join request'

/** Lets in who asked to join, at a role. Past the plan's seats nobody is, and the dialog says what to do. */
export function ApproveDialog({ rows, onDone, onClose }: Props) {
  const { id } = useWorkspace()
  const { can } = usePermissions()
  const features = useFeatures().data ?? []
  const change = useBulkChange()
  const upgrade = useUpgradeRequired()
  const { withSeats, question } = useSeats()
  const [role, setRole] = useState<WorkspaceRole>('maker')
  const requests = openRequestsIn(rows)
  const isSingle = requests.length === 1
  const isAgreed = hasAccountManager(features)
  const confirm = async () => {
    const ids = requests.map(({ user_id }) => user_id)
    const failed = await upgrade.guard(
      withSeats(role === 'guest' ? 0 : ids.length, 'joining', () =>
        change({
          ids,
          act: (part) => decideRequests(id, part, role),
          success: 'The request was approved.',
        }),
      ),
    )
    onDone(requestRowIds(requests, failed))
  }
  const problemOf = (error: unknown) =>
    isSingle && isAgreed && isPaymentRequired(error)
      ? memberLimitReached()
      : upgrade.problemOf(failedText)(error)
  if (isSingle && upgrade.isRequired && !isAgreed)
    return (
      <UpsellDialog
        open
        onClose={onClose}
        feature={role === 'guest' ? 'guests' : 'members'}
        message="This workspace has reached its member limit."
        canBill={can('WorkspaceBilling')}
      />
    )
  return (
    <ConfirmDialog
      open
      title={isSingle ? 'Approve Request?' : 'Approve Requests?'}
      confirmLabel="Approve"
      isDisabled={requests.length === 0 || upgrade.isRequired}
      problemOf={problemOf}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack spacing={2}>
        {requests.length === 0 ? (
          <Callout severity="warning">No request that waits for an answer is selected.</Callout>
        ) : (
          <>
            <div>
              <strong>{isSingle ? requests[0]?.full_name : `${requests.length} people`}</strong> will join
              this workspace. {isSingle ? 'They are' : 'Each is'} told by e-mail.
            </div>
            <RoleChoice
              label="Role"
              value={role}
              onChange={(next) => {
                upgrade.reset()
                setRole(next)
              }}
            />
            <div>{workspaceRoleDescription(role)}.</div>
          </>
        )}
        {isSingle ? null : upgrade.notice}
        {question}
      </Stack>
    </ConfirmDialog>
  )
}
