import { usePermissions } from '../../../shared/data/me.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import { limitReached, useTeamLimit } from '../use-team-limit.ts'

/** Shown in place of a new team that the plan does not give. */
export function TeamUpsell({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { can } = usePermissions()
  const { state, maximum } = useTeamLimit()
  return (
    <UpsellDialog
      open={open}
      onClose={onClose}
      feature="teams"
      message={
        state === 'full'
          ? limitReached(maximum)
          : 'Give projects to many people at once, and keep it that way.'
      }
      canBill={can('WorkspaceBilling')}
    />
  )
}
