// A workspace's people for this feature's tests.
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { useSite } from '../../shared/data/workspace.tsx'
import { acme, ada, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, json, tokenFor } from '../../shared/testing/server.ts'
import type { Invitation, JoinRequest, Member } from './queries.ts'
import MembersRoutes from './routes.tsx'

/** Where a function of the database is called. */
export const rpcPath = (name: string) => `POST /rest/v1/rpc/${name}`

/** Another member, whom the caller may change. */
export function aMember(id: number, name: string, role: Member['role'], more: Partial<Member> = {}): Member {
  const [first = '', last = ''] = name.split(' ')
  const username = first.toLowerCase()
  return {
    user_id: id,
    username,
    first_name: first,
    last_name: last,
    display_name: name,
    avatar_url: null,
    email: `${username}@example.com`,
    role,
    last_seen_at: null,
    created_at: '2026-01-01T00:00:00Z',
    is_me: false,
    is_provisioned: false,
    may_change_role: true,
    may_remove: true,
    reason: null,
    ...more,
  }
}

/** An invitation that is on its way. */
export function anInvitation(more: Partial<Invitation> = {}): Invitation {
  return {
    id: 5,
    email: 'hedy@example.com',
    role: 'viewer',
    created_at: '2026-01-02T00:00:00Z',
    last_sent_at: '2026-01-02T00:00:00Z',
    expires_at: '2999-01-01T00:00:00Z',
    invited_by: 2,
    inviter: { username: 'grace', first_name: 'Grace', last_name: 'Hopper' },
    ...more,
  }
}

/** A request to join that waits. */
export function aRequest(more: Partial<JoinRequest> = {}): JoinRequest {
  return {
    id: 3,
    user_id: 8,
    username: 'joan',
    full_name: 'Joan Clarke',
    avatar_url: null,
    emails: [{ email: 'joan@example.com', primary: true }],
    created_at: '2026-01-03T00:00:00Z',
    is_denied: false,
    ...more,
  }
}

/** A limit of the plan. */
export function feature(name: string, maximum: number | null, usage: number | null, pending = 0) {
  return { name, type: 'limit', max_quantity: maximum, usage, pending, allowed: true, in_plan: true }
}

/** Permissions as the database grants them. */
export const grants = (role: string, permissions: string[]) =>
  permissions.map((permission) => ({ role, permission }))

/** What the plan refuses. */
export const paymentRequired = () =>
  json(402, {
    code: 'PT402',
    message: 'Your current plan does not allow for this. Please upgrade your plan.',
    details: null,
    hint: 'PAYMENT_REQUIRED',
  })

const descending = ['owner', 'billing', 'admin', 'maker', 'viewer', 'guest']

/** What the server answers an admin who may bill, of a workspace with three members, an invitation and a request. */
export function answersOf(): Answers {
  const mine = { is_me: true, may_change_role: false, may_remove: false }
  return {
    [rpcPath('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpcPath('me')]: ada,
    [rpcPath('my_permissions')]: grants('admin', [
      'WorkspaceMembersRead',
      'WorkspaceMembersInvite',
      'WorkspaceMembersPromote',
      'WorkspaceMembersApprove',
      'WorkspaceBilling',
    ]),
    [rpcPath('workspace_features')]: [feature('members', 15, 3), feature('guests', 10, 1)],
    [rpcPath('assignable_roles')]: descending.map((role) => ({
      role,
      allowed: role !== 'owner',
      reason: role === 'owner' ? 'Only owners can give the owner role.' : null,
      needs_upgrade: false,
    })),
    [rpcPath('list_members')]: {
      items: [
        aMember(1, 'Ada Lovelace', 'admin', {
          ...mine,
          reason: 'You cannot change your own role or remove yourself.',
        }),
        aMember(2, 'Grace Hopper', 'maker'),
        aMember(3, 'Karen Jones', 'viewer'),
      ],
      total: 3,
    },
    [rpcPath('projects_left_behind')]: 0,
    'GET /rest/v1/workspace_invitations': [anInvitation()],
    [rpcPath('workspace_join_requests')]: [aRequest()],
  }
}

/** The row of the table that shows a text. */
export async function rowOf(text: string) {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[role="row"]')
  if (!row) throw new Error(`no row of ${text}`)
  return within(row)
}

/** Opens the screen as the administration does, once the workspace is known. */
export function openMembers(query = '') {
  return renderAt(`/admin/members${query}`, <Screen />)
}

function Screen() {
  if (useSite().kind !== 'workspace') return null
  return (
    <>
      <Routes>
        <Route path="/admin/members/*" element={<MembersRoutes />} />
        <Route path="/admin/billing" element={<p>The plan</p>} />
      </Routes>
      <ToastLog />
    </>
  )
}
