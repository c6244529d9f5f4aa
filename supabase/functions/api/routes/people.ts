// The routes about people: members, groups, teams, tokens, activity and the sharing of projects.
import { deleteInvitation, resendInvitation } from './invitations/change.ts'
import { createInvitations } from './invitations/create.ts'
import { listInvitations } from './invitations/list.ts'
import { listJoinRequests } from './join-requests/list.ts'
import { answerJoinRequests } from './join-requests/put.ts'
import { changeMemberRoles } from './members/change-roles.ts'
import { deleteMembers } from './members/delete.ts'
import { listMembers } from './members/list.ts'
import { putMember } from './members/put.ts'

export const peopleRoutes = [
  listMembers,
  changeMemberRoles,
  putMember,
  deleteMembers,
  listInvitations,
  createInvitations,
  resendInvitation,
  deleteInvitation,
  listJoinRequests,
  answerJoinRequests,
]
