import { useState } from 'react'
import { type WorkspaceRole, workspaceRoles } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { RoleSelect } from './RoleSelect.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from './roles.ts'

export const title = 'Role select'

const reasons: Partial<Record<string, string>> = {
  owner: 'Only owners can make somebody an owner',
  guest: 'Guests are not part of your plan',
}

const options = workspaceRoles.map((role) => ({
  role,
  label: workspaceRoleLabel(role),
  description: workspaceRoleDescription(role),
  disabledBecause: reasons[role] ?? null,
}))

/** Each role with what it lets one do, or why it cannot be chosen. */
export function Choosing() {
  const [role, setRole] = useState<WorkspaceRole>('maker')
  return <RoleSelect label="Role" value={role} options={options} onChange={setRole} />
}

/** Narrow, in a table's row. */
export function InARow() {
  const [role, setRole] = useState<WorkspaceRole>('viewer')
  return (
    <RoleSelect label="Role of Ada Lovelace" value={role} options={options} onChange={setRole} hiddenLabel />
  )
}

/** In a row the reader may not change. */
export function ReadOnlyInARow() {
  return (
    <RoleSelect
      label="Role of Grace Hopper"
      value="owner"
      options={options}
      onChange={() => undefined}
      isReadOnly
      readOnlyBecause="You cannot change your own role"
      hiddenLabel
    />
  )
}

/** In a form the reader may not change. */
export function ReadOnly() {
  return (
    <RoleSelect
      label="Role"
      value="admin"
      options={options}
      onChange={() => undefined}
      isReadOnly
      readOnlyBecause="This member outranks you"
    />
  )
}
