// The rows of the screen: members, and those who are not yet.
import { displayName } from '../../../../supabase/functions/_shared/domain/display-name.ts'
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { Invitation, JoinRequest, Member } from './queries.ts'

export type Person =
  | {
      kind: 'member'
      id: string
      name: string
      email: string | null
      avatarUrl: string | null
      member: Member
    }
  | {
      kind: 'invitation'
      id: string
      name: string
      email: string
      avatarUrl: null
      invitation: Invitation
      mayRevoke: boolean
    }
  | {
      kind: 'request'
      id: string
      name: string
      email: string | null
      avatarUrl: string | null
      request: JoinRequest
    }

/** Whose rights the rows show. */
export interface Caller {
  myId: number | undefined
  /** Whether they answer requests and withdraw the invitations of others. */
  approves: boolean
}

export type RoleFilter = WorkspaceRole | 'all' | 'pending'

/** The row of a member, by account. */
export const memberRowId = (userId: number) => `member-${userId}`

/** The row of an invitation. */
export const invitationRowId = (id: number) => `invitation-${id}`

const requestRowId = (id: number) => `request-${id}`

/** The rows of requests whose accounts are among `userIds`. */
export function requestRowIds(requests: JoinRequest[], userIds: number[]): string[] {
  return requests.filter(({ user_id }) => userIds.includes(user_id)).map(({ id }) => requestRowId(id))
}

/** A member as a row. */
export function personOfMember(member: Member): Person {
  return {
    kind: 'member',
    id: memberRowId(member.user_id),
    name: member.display_name,
    email: member.email,
    avatarUrl: member.avatar_url,
    member,
  }
}

function personOfInvitation(invitation: Invitation, { myId, approves }: Caller): Person {
  const { id, email } = invitation
  const mayRevoke = approves || invitation.invited_by === myId
  return {
    kind: 'invitation',
    id: invitationRowId(id),
    name: email,
    email,
    avatarUrl: null,
    invitation,
    mayRevoke,
  }
}

function personOfRequest(request: JoinRequest): Person {
  return {
    kind: 'request',
    id: requestRowId(request.id),
    name: request.full_name,
    email: request.emails[0]?.email ?? null,
    avatarUrl: request.avatar_url,
    request,
  }
}

/**
 * Who waits, requests before invitations. Denied requests are answered: they show only to who looks for what is pending,
 * because the people behind them can still be invited.
 */
export function pendingPeople(
  requests: JoinRequest[],
  invitations: Invitation[],
  { role, search }: { role: RoleFilter; search: string },
  caller: Caller,
): Person[] {
  if (role !== 'all' && role !== 'pending') return []
  const open = requests.filter(({ is_denied }) => !is_denied)
  const denied = role === 'pending' ? requests.filter(({ is_denied }) => is_denied) : []
  const rows = [
    ...open.map(personOfRequest),
    ...invitations.map((one) => personOfInvitation(one, caller)),
    ...denied.map(personOfRequest),
  ]
  return rows.filter((row) => isFound(row, search))
}

function isFound(row: Person, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  const username = row.kind === 'request' ? row.request.username : ''
  return [row.name, row.email ?? '', username].some((text) => text.toLowerCase().includes(wanted))
}

/** Whether bulk actions can mean this row: nobody selects themselves, and a denied request is answered. */
export function isSelectable(row: Person): boolean {
  return row.kind === 'member' ? !row.member.is_me : row.kind !== 'request' || !row.request.is_denied
}

/** Members among the rows whose role the caller may change. */
export function changeable(rows: Person[]): Member[] {
  return rows.flatMap((row) => (row.kind === 'member' && row.member.may_change_role ? [row.member] : []))
}

/** Members among the rows whom the caller may remove. */
export function removable(rows: Person[]): Member[] {
  return rows.flatMap((row) => (row.kind === 'member' && row.member.may_remove ? [row.member] : []))
}

/** Invitations among the rows that the caller may withdraw. */
export function revocable(rows: Person[]): Invitation[] {
  return rows.flatMap((row) => (row.kind === 'invitation' && row.mayRevoke ? [row.invitation] : []))
}

/** Requests among the rows that wait for an answer. */
export function openRequestsIn(rows: Person[]): JoinRequest[] {
  return rows.flatMap((row) => (row.kind === 'request' && !row.request.is_denied ? [row.request] : []))
}

/** What somebody who invited is called. */
export function inviterName({ inviter }: Invitation): string | null {
  return inviter && displayName(inviter)
}

/** Whether an invitation's link no longer works. */
export function isExpired({ expires_at }: Invitation, now = Date.now()): boolean {
  return Date.parse(expires_at) <= now
}
