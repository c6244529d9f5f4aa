// What is done to members, invitations and join requests: one or many, each refusal with its sentence.
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { ApiProblem, refusal } from '../../shared/data/api.ts'
import { rpc } from '../../shared/data/supabase.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    change_member_roles: { results: MemberResult[] }
    decide_join_requests: (Result & { user_id: number })[]
    invite_members: (Result & { email: string })[]
    remove_members: { results: MemberResult[] }
    resend_invitations: (Result & { id: number })[]
    revoke_invitations: (Result & { id: number })[]
  }
}

// What the database changes at once.
const mostAtOnce = 500

export interface Failure<Key> {
  key: Key
  message: string
}

interface MemberResult {
  user_id: number
  ok: boolean
  message: string | null
}

interface Result {
  ok: boolean
  error: { message: string } | null
}

/** Whether the plan, not a rule, refused. */
export function isPaymentRequired(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 402
}

/** Gives members a role; who could not get it, and why. 402 past the plan's seats: nobody changed. */
export function changeRoles(workspaceId: number, userIds: number[], role: WorkspaceRole) {
  return inParts(userIds, async (part) => {
    const { results } = await rpc('change_member_roles', {
      p_workspace_id: workspaceId,
      p_user_ids: part,
      p_role: role,
    })
    return memberFailures(results)
  })
}

/** Removes members, whose projects pass to the heir (null: to the caller); who could not be removed, and why. */
export function removeMembers(workspaceId: number, userIds: number[], heirId: number | null) {
  return inParts(userIds, async (part) => {
    const { results } = await rpc('remove_members', {
      p_workspace_id: workspaceId,
      p_user_ids: part,
      p_heir_id: heirId,
    })
    return memberFailures(results)
  })
}

/** How many projects belong to these members. */
export async function projectsLeftBehind(workspaceId: number, userIds: number[]): Promise<number> {
  return rpc('projects_left_behind', { p_workspace_id: workspaceId, p_user_ids: userIds })
}

/** Approves requests to join at a role, or denies them; which failed. 402 past the plan's seats: nobody joined. */
export function decideRequests(workspaceId: number, userIds: number[], action: WorkspaceRole | 'deny') {
  return inParts(userIds, async (part) => {
    const results = await rpc('decide_join_requests', {
      p_workspace_id: workspaceId,
      p_decisions: part.map((userId) => ({ user_id: userId, action })),
    })
    return failures(results, ({ user_id }) => user_id)
  })
}

/** Withdraws invitations; which could not be. */
export function revokeInvitations(ids: number[]) {
  return inParts(ids, async (part) =>
    failures(await rpc('revoke_invitations', { p_ids: part }), ({ id }) => id),
  )
}

/** Sends an invitation again with a new link; throws the database's sentence when it is too soon. */
export async function resendInvitation(id: number): Promise<void> {
  const [failure] = failures(await rpc('resend_invitations', { p_ids: [id] }), (result) => result.id)
  if (failure) throw refusal(failure.message)
}

/** Invites addresses at a role; which could not be, and why. 402 past the plan's seats: nobody was invited. */
export function inviteMembers(workspaceId: number, emails: string[], role: WorkspaceRole) {
  return inParts(emails, async (part) => {
    const results = await rpc('invite_members', {
      p_workspace_id: workspaceId,
      p_invitations: part.map((email) => ({ email, role })),
    })
    return failures(results, ({ email }) => email)
  })
}

function memberFailures(results: MemberResult[]): Failure<number>[] {
  return results.flatMap(({ user_id, ok, message }) => (ok ? [] : [{ key: user_id, message: message ?? '' }]))
}

function failures<Item extends Result, Key>(results: Item[], keyOf: (item: Item) => Key): Failure<Key>[] {
  return results.flatMap((item) =>
    item.ok ? [] : [{ key: keyOf(item), message: item.error?.message ?? '' }],
  )
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
