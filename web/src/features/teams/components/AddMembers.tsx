import Box from '@mui/material/Box'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormMemberPicker } from '../../../shared/ui/forms/FormMemberPicker.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { assignableOf } from '../../../shared/ui/member-picks.ts'
import { RoleSelect } from '../../../shared/ui/RoleSelect.tsx'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'
import { useAssignable } from '../member-queries.ts'
import type { Team } from '../queries.ts'
import { roleOptions } from '../role-options.ts'
import { type Additions, useAddMembers } from '../use-add-members.ts'

/** Adds members of the workspace to a team, and invites whoever is none yet by address. */
export function AddMembers({ team }: { team: Team }) {
  const form = useForm<Additions>({ defaultValues: { picked: [], role: 'member' } })
  const [picked, chosen] = form.watch(['picked', 'role'])
  const [search, setSearch] = useState('')
  const [rolesOf, setRolesOf] = useState<Record<number, string>>({})
  const assignable = useAssignable(team.id, useSearchText(search))
  const workspaceRoles = picked.flatMap((one) => (one.kind === 'member' ? (rolesOf[one.userId] ?? []) : []))
  const options = roleOptions(team, workspaceRoles)
  const canBeAdmins = !options.find((option) => option.role === 'admin')?.disabledBecause
  const role = canBeAdmins ? chosen : 'member'
  const submit = useAddMembers(team, form, role)
  const isFaulty = picked.some((one) => one.kind === 'address' && one.problem !== null)
  const noteRoles = () => {
    const known = assignable.data ?? []
    setRolesOf({
      ...rolesOf,
      ...Object.fromEntries(known.map((person) => [person.user_id, person.workspace_role])),
    })
  }
  return (
    <FormStack label="Add members" onSubmit={submit}>
      <FormMemberPicker
        control={form.control}
        name="picked"
        onPicked={() => {
          noteRoles()
          form.clearErrors()
        }}
        label="Add members"
        assignable={(assignable.data ?? []).map(assignableOf)}
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
            onChange={(next) => form.setValue('role', next === 'admin' ? 'admin' : 'member')}
          />
        </Box>
        <SubmitButton
          size="medium"
          loading={form.formState.isSubmitting}
          disabled={picked.length === 0 || isFaulty}
        >
          Add
        </SubmitButton>
      </Box>
      <FormError>{form.formState.errors.root?.message}</FormError>
    </FormStack>
  )
}
