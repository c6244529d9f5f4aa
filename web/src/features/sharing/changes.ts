// What the share dialog changes: each tells how it went, and what the dialog shows is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../../shared/config/paths.ts'
import { useChange } from '../../shared/data/change.ts'
import type { BulkAnswer, BulkResult } from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import type { Visibility } from '../../shared/data/visibility.ts'
import type { MemberRole, TeamRole } from './queries.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    add_project_members: BulkAnswer<number | string>
  }
}

const shown = ['project-access', 'project-teams', 'shared-project', 'my-project-role', 'project-permissions']

/** Gives a member another role in the project. */
export function useChangeRole(projectId: number) {
  return useChange({
    changes: shown,
    run: ({ userId, role }: { userId: number; role: MemberRole }) =>
      rpc('set_project_member', { p_project_id: projectId, p_user_id: userId, p_role: role }),
    success: 'Role updated.',
    failure: 'Could not update role',
  })
}

/** Makes somebody else the owner; the previous one becomes an admin. */
export function useTransferOwnership(projectId: number) {
  return useChange({
    changes: shown,
    run: (userId: number) =>
      rpc('transfer_project_ownership', { p_project_id: projectId, p_user_id: userId }),
    success: 'Ownership transferred.',
    failure: 'Could not transfer the ownership',
  })
}

/** Takes back what somebody was given by name. */
export function useRemoveMember(projectId: number) {
  return useChange({
    changes: shown,
    run: (userId: number) => rpc('remove_project_member', { p_project_id: projectId, p_user_id: userId }),
    success: 'Member Removed',
    failure: 'Error removing member',
  })
}

/** Takes the project off an invitation that has not been accepted yet. */
export function useRemoveInvited(projectId: number) {
  return useChange({
    changes: shown,
    run: (invitationId: number) =>
      rpc('unlink_invitation', { p_invitation_id: invitationId, p_project_id: projectId }),
    success: 'Invitation Removed',
    failure: 'Error removing invitation',
  })
}

/** Gives a team the project, or another role in it. */
export function useSetTeam(projectId: number, success: string) {
  return useChange({
    changes: shown,
    run: ({ teamId, role }: { teamId: number; role: TeamRole }) =>
      rpc('set_project_team', { p_project_id: projectId, p_team_id: teamId, p_role: role }),
    success,
    failure: success === 'Role updated.' ? 'Could not update role' : 'Error adding team',
  })
}

/** Takes the project back from a team. */
export function useRemoveTeam(projectId: number) {
  return useChange({
    changes: shown,
    run: (teamId: number) => rpc('remove_project_team', { p_project_id: projectId, p_team_id: teamId }),
    success: 'Team Removed',
    failure: 'Error removing team',
  })
}

/** Changes who sees the project at all. */
export function useSetVisibility(projectId: number) {
  return useChange({
    changes: shown,
    run: (visibility: Visibility) =>
      unwrap(supabase.from('projects').update({ visibility }).eq('id', projectId).select('id').single()),
    success: 'Project updated',
    failure: 'Error changing the visibility',
  })
}

/**
 * Gives up one's own membership: everything on screen is asked for again, for less of it may be seen. Who no longer reads
 * the project is led home, instead of being left before a page that is not found.
 */
export function useLeaveProject(projectId: number, onLeft?: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useChange({
    run: async () => {
      await rpc('leave_project', { p_project_id: projectId })
      return unwrap(supabase.from('projects').select('id').eq('id', projectId))
    },
    success: 'You are no longer a member of the project',
    failure: 'error leaving from project',
    onDone: async (stillRead) => {
      onLeft?.()
      if (stillRead.length === 0) await navigate(paths.home)
      await client.invalidateQueries()
    },
  })
}

export type Addition = { role: MemberRole } & (
  | { user_id: number }
  | { email: string; workspace_role?: WorkspaceRole }
)

export type AdditionResult = BulkResult<number | string>

async function addMembers(projectId: number, members: Addition[]) {
  return (await rpc('add_project_members', { p_project_id: projectId, p_members: members })).results
}

/** Shares the project with many, each as the rules allow; the answer says of each how it went. */
export function useAddMembers(projectId: number, offer: (add: number, how: 'invited') => Promise<string>) {
  return useChange({
    changes: [...shown, 'features'],
    run: async (members: Addition[]) => {
      const results = await addMembers(projectId, members)
      // Those for whom the plan has no seat are tried again once it has.
      const gated = members.filter((_member, index) => results[index]?.status === 402)
      if (gated.length === 0 || (await offer(gated.length, 'invited')) !== 'bought') return results
      const again = await addMembers(projectId, gated)
      return [...results.filter(({ status }) => status !== 402), ...again]
    },
    success: (results) => {
      const failed = results.filter(({ ok }) => !ok).length
      if (failed === 0) return 'Member(s) Added Successfully!'
      return failed < results.length
        ? { warning: `${failed} of ${results.length} could not be added.` }
        : null
    },
    failure: 'Error adding members',
  })
}
