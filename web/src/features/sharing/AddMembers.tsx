import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ProjectPermission, WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { useSellsSeats } from '../../shared/billing/seats.ts'
import { useSeats } from '../../shared/billing/use-seats.tsx'
import { type AssignableRole, useAssignableRoles } from '../../shared/data/assignable-roles.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { useFeatures } from '../../shared/data/projects.ts'
import { Callout } from '../../shared/ui/Callout.tsx'
import { FormMemberPicker } from '../../shared/ui/forms/FormMemberPicker.tsx'
import { assignableOf, type Picked } from '../../shared/ui/member-picks.ts'
import { RoleSelect } from '../../shared/ui/RoleSelect.tsx'
import { workspaceRoleDescription, workspaceRoleLabel } from '../../shared/ui/roles.ts'
import { Section } from '../../shared/ui/Section.tsx'
import { UpgradeCallout } from '../../shared/ui/UpgradeCallout.tsx'
import { useSearchText } from '../../shared/ui/use-debounced.ts'
import { type Addition, type AdditionResult, useAddMembers } from './changes.ts'
import { type MemberRole, useAssignableMembers } from './queries.ts'
import { additionOptions } from './roles.ts'

interface Values {
  picked: Picked[]
  role: MemberRole
  /** The workspace role of those invited; null for the usual one. */
  inviteAt: WorkspaceRole | null
}

interface Props {
  projectId: number
  can: (permission: ProjectPermission) => boolean
}

/** Shares the project with members, and with addresses of people who are none: they are invited with it. */
export function AddMembers({ projectId, can }: Props) {
  const workspace = usePermissions()
  const form = useForm<Values>({
    defaultValues: { picked: [], role: can('project_editor_add') ? 'editor' : 'viewer', inviteAt: null },
  })
  const [picked, role, chosen] = form.watch(['picked', 'role', 'inviteAt'])
  const [search, setSearch] = useState('')
  const [refused, setRefused] = useState<AdditionResult[]>([])
  const mayInvite = workspace.can('WorkspaceMembersInvite')
  const assignable = useAssignableMembers(projectId, useSearchText(search))
  const roles = useAssignableRoles(mayInvite)
  const { offer, question } = useSeats()
  const add = useAddMembers(projectId, offer)
  const invites = picked.some(({ kind }) => kind === 'address')
  const inviteAt = chosen ?? usualRole(roles.data)
  const sellsSeats = useSellsSeats()
  const isTaken = useSeatsTaken(invites ? inviteAt : undefined)
  const isFull = isTaken && !(sellsSeats && inviteAt !== 'guest')
  const isFaulty = picked.some((one) => one.kind === 'address' && one.problem !== null)
  const needsUpgrade = isFull || refused.some(({ status }) => status === 402)

  const submit = form.handleSubmit(({ picked, role }) =>
    add.mutate(
      picked.map((one) => additionOf(one, role, inviteAt)),
      {
        onSuccess: (results) => {
          const failed = results.filter(({ ok }) => !ok)
          setRefused(failed)
          form.setValue(
            'picked',
            picked.filter((one) => failed.some(({ key }) => key === keyOf(one))),
          )
        },
      },
    ),
  )
  return (
    <Section title="Share with people">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
        <FormMemberPicker
          control={form.control}
          name="picked"
          onPicked={() => setRefused([])}
          label={mayInvite ? 'Members or e-mail addresses' : 'Members'}
          assignable={(assignable.data ?? []).map(assignableOf)}
          onSearch={setSearch}
          isSearching={assignable.isFetching}
          allowAddresses={mayInvite}
          helperText={mayInvite ? 'Somebody who is no member yet is invited to the workspace.' : undefined}
          error={refused.length > 0}
        />
        {question}
        {refused.length > 0 && !needsUpgrade ? (
          <Callout severity="error">{refused.map(({ message }) => message).join(' ')}</Callout>
        ) : null}
        {needsUpgrade ? (
          <UpgradeCallout
            feature={inviteAt === 'guest' ? 'guests' : 'members'}
            canBill={workspace.can('WorkspaceBilling')}
          >
            The limit for this role has been reached. This workspace will need to be upgraded to complete
            this.
          </UpgradeCallout>
        ) : null}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Box sx={{ flex: '1 1 150px' }}>
            <RoleSelect
              label="Project role"
              value={role}
              options={additionOptions(can)}
              onChange={(next) => form.setValue('role', next)}
            />
          </Box>
          {invites && inviteAt ? (
            <Box sx={{ flex: '1 1 150px' }}>
              <RoleSelect
                label="Workspace role of those invited"
                value={inviteAt}
                options={(roles.data ?? []).map(workspaceOption)}
                onChange={(next) => form.setValue('inviteAt', next)}
              />
            </Box>
          ) : null}
          <Button
            type="submit"
            variant="contained"
            loading={add.isPending}
            disabled={picked.length === 0 || isFaulty || isFull || (invites && !inviteAt)}
          >
            Share
          </Button>
        </Box>
      </Box>
    </Section>
  )
}

/** What most are invited as: a maker, or the highest that the inviter may give below it. */
function usualRole(roles: AssignableRole[] | undefined): WorkspaceRole | undefined {
  const allowed = (roles ?? []).filter(({ allowed, needs_upgrade }) => allowed && !needs_upgrade)
  const preferred: WorkspaceRole[] = ['maker', 'viewer', 'guest']
  return preferred.find((role) => allowed.some((one) => one.role === role)) ?? allowed[0]?.role
}

/** Whether the plan has no seat left for the role at which somebody is invited. */
function useSeatsTaken(role: WorkspaceRole | undefined): boolean {
  const features = useFeatures()
  const category = role === 'guest' ? 'guests' : 'members'
  return role !== undefined && features.data?.find(({ name }) => name === category)?.allowed === false
}

function keyOf(picked: Picked): number | string {
  return picked.kind === 'member' ? picked.userId : picked.email
}

function additionOf(picked: Picked, role: MemberRole, inviteAt: WorkspaceRole | undefined): Addition {
  if (picked.kind === 'member') return { user_id: picked.userId, role }
  return { email: picked.email, role, ...(inviteAt ? { workspace_role: inviteAt } : {}) }
}

function workspaceOption({ role, reason, needs_upgrade }: AssignableRole) {
  return {
    role,
    label: workspaceRoleLabel(role),
    description: workspaceRoleDescription(role),
    disabledBecause: reason ?? (needs_upgrade ? 'Your current plan does not allow for this.' : null),
  }
}
