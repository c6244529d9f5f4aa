import Box from '@mui/material/Box'
import { useState } from 'react'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { MemberPicker, type Picked } from '../../../shared/ui/MemberPicker.tsx'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { useAssignable } from '../member-queries.ts'
import type { Team, TeamRole } from '../queries.ts'
import { roleOptions } from '../role-options.ts'
import { useAddMembers } from '../use-add-members.ts'

/** As long as a table's filter waits. */
const searchDebounceMs = 200

/** Adds members of the workspace to a team, and invites whoever is none yet by address. */
export function AddMembers({ team }: { team: Team }) {
  const [picked, setPicked] = useState<Picked[]>([])
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState<TeamRole>('member')
  const [rolesOf, setRolesOf] = useState<Record<number, string>>({})
  const assignable = useAssignable(team.id, useDebounced(search.trim(), searchDebounceMs))
  const { add, isAdding, problem, clear } = useAddMembers(team)
  const workspaceRoles = picked.flatMap((one) => (one.kind === 'member' ? (rolesOf[one.userId] ?? []) : []))
  const options = roleOptions(team, workspaceRoles)
  const canBeAdmins = !options.find((option) => option.role === 'admin')?.disabledBecause
  const role = canBeAdmins ? wanted : 'member'
  const isFaulty = picked.some((one) => one.kind === 'address' && one.problem !== null)
  const pick = (next: Picked[]) => {
    const known = assignable.data ?? []
    setRolesOf({
      ...rolesOf,
      ...Object.fromEntries(known.map((person) => [person.user_id, person.workspace_role])),
    })
    setPicked(next)
    clear()
  }
  return (
    <FormStack
      label="Add members"
      onSubmit={(event) => {
        event.preventDefault()
        if (picked.length > 0 && !isFaulty && !isAdding) void add(picked, role).then(setPicked)
      }}
    >
      <MemberPicker
        label="Add members"
        value={picked}
        onChange={pick}
        candidates={(assignable.data ?? []).map((person) => ({
          userId: person.user_id,
          name: person.display_name,
          email: person.email,
          avatarUrl: person.avatar_url,
          note: workspaceRoleLabel(person.workspace_role),
        }))}
        onSearch={setSearch}
        isSearching={assignable.isFetching}
        allowAddresses={team.my_permissions.includes('team_user_add')}
        placeholder="Names or e-mail addresses"
        helperText="People outside the workspace are invited by e-mail."
      />
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', mt: -1 }}>
        <Box sx={{ flex: 1 }}>
          <RoleSelect
            label="Role"
            value={role}
            options={options}
            onChange={(chosen) => setWanted(chosen === 'admin' ? 'admin' : 'member')}
          />
        </Box>
        <SubmitButton size="medium" loading={isAdding} disabled={picked.length === 0 || isFaulty}>
          Add
        </SubmitButton>
      </Box>
      <FormError>{problem}</FormError>
    </FormStack>
  )
}
