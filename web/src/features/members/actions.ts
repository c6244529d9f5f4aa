// What is done to members, invitations and join requests: one or many, each refusal with its sentence.
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { ApiProblem, refusal } from '../../shared/data/api.ts'
import type { BulkAnswer } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    change_member_roles: BulkAnswer
    decide_join_requests: BulkAnswer
    invite_members: BulkAnswer<string>
    remove_members: BulkAnswer
    resend_invitations: BulkAnswer
    revoke_invitations: BulkAnswer
  }
}

// What the database changes at once.
const mostAtOnce = 500

export interface Failure<Key> {
  key: Key
  message: string
}

/** Whether the plan, not a rule, refused. */
export function isPaymentRequired(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 402
}

/** Gives members a role; who could not get it, and why. 402 past the plan's seats: nobody changed. */
export function changeRoles(workspaceId: number, userIds: number[], role: WorkspaceRole) {
  return inParts(userIds, async (part) => {
    const answer = await rpc('change_member_roles', {
      p_workspace_id: workspaceId,
      p_user_ids: part,
      p_role: role,
    })
    return failures(answer)
  })
}

/** Removes members, whose projects pass to the heir (null: to the caller); who could not be removed, and why. */
export function removeMembers(workspaceId: number, userIds: number[], heirId: number | null) {
  return inParts(userIds, async (part) => {
    const answer = await rpc('remove_members', {
      p_workspace_id: workspaceId,
      p_user_ids: part,
      p_heir_id: heirId,
    })
    return failures(answer)
  })
}

/** How many projects belong to these members. */
export async function projectsLeftBehind(workspaceId: number, userIds: number[]): Promise<number> {
  return rpc('projects_left_behind', { p_workspace_id: workspaceId, p_user_ids: userIds })
}

/** Approves requests to join at a role, or denies them; which failed. 402 past the plan's seats: nobody joined. */
export function decideRequests(workspaceId: number, userIds: number[], action: WorkspaceRole | 'deny') {
  return inParts(userIds, async (part) => {
    const answer = await rpc('decide_join_requests', {
      p_workspace_id: workspaceId,
      p_decisions: part.map((userId) => ({ user_id: userId, action })),
    })
    return failures(answer)
  })
}

/** Withdraws invitations; which could not be. */
export function revokeInvitations(ids: number[]) {
  return inParts(ids, async (part) => failures(await rpc('revoke_invitations', { p_ids: part })))
}

/** Sends an invitation again with a new link; throws the database's sentence when it is too soon. */
export async function resendInvitation(id: number): Promise<void> {
  const [failure] = failures(await rpc('resend_invitations', { p_ids: [id] }))
  if (failure) throw refusal(failure.message)
}

/** Invites addresses at a role; which could not be, and why. 402 past the plan's seats: nobody was invited. */
export function inviteMembers(workspaceId: number, emails: string[], role: WorkspaceRole) {
  return inParts(emails, async (part) => {
    const answer = await rpc('invite_members', {
      p_workspace_id: workspaceId,
      p_invitations: part.map((email) => ({ email, role })),
    })
    return failures(answer)
  })
}

function failures<Key>({ results }: BulkAnswer<Key>): Failure<Key>[] {
  return results.flatMap(({ key, ok, message }) => (ok ? [] : [{ key, message: message ?? '' }]))
}

async function inParts<Item, Answer>(
  items: Item[],
  act: (part: Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < items.length; start += mostAtOnce)
    answers.push(...(await act(items.slice(start, start + mostAtOnce))))
  return answers
}
