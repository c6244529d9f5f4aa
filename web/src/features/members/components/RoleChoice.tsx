import { useState } from 'react'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { useAssignableRoles } from '../../../shared/data/assignable-roles.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import { hasGuests } from '../seats.ts'

interface Props {
  label: string
  value: WorkspaceRole | ''
  onChange: (role: WorkspaceRole) => void
  /** Why nothing may be chosen. */
  readOnlyBecause?: string | null
  hiddenLabel?: boolean
}

/** Chooses a workspace role among those the caller may give; guests lead to the plan where it has none. */
export function RoleChoice({ label, value, onChange, readOnlyBecause, hiddenLabel }: Props) {
  const { can } = usePermissions()
  const roles = useAssignableRoles(true)
  const features = useFeatures()
  const [isUpselling, setUpselling] = useState(false)
  const choose = (role: WorkspaceRole) => {
    if (role === 'guest' && features.data && !hasGuests(features.data)) return setUpselling(true)
    onChange(role)
  }
  const options = (roles.data ?? []).map(({ role, allowed, reason }) => ({
    role,
    label: workspaceRoleLabel(role),
    description: workspaceRoleDescription(role),
    disabledBecause: allowed ? null : reason,
  }))
  return (
    <>
      <RoleSelect
        label={label}
        value={value}
        options={options}
        onChange={choose}
        hiddenLabel={hiddenLabel ?? false}
        isReadOnly={Boolean(readOnlyBecause)}
        {...(readOnlyBecause && { readOnlyBecause })}
      />
      {isUpselling ? (
        <UpsellDialog
          open
          onClose={() => setUpselling(false)}
          feature="guests"
          canBill={can('WorkspaceBilling')}
        />
      ) : null}
    </>
  )
}
