// The routes about people: members, groups, teams, tokens, activity and the sharing of projects.
import { listActivity } from './activity/list.ts'
import {
  listGroupAssignableMembers,
  listProjectAssignableMembers,
  listTeamAssignableMembers,
} from './assignable-members.ts'
import { createGroup } from './groups/create.ts'
import { deleteGroup } from './groups/delete.ts'
import { getGroup } from './groups/get.ts'
import { deleteGroupInvite, listGroupInvites } from './groups/invites.ts'
import { listGroups } from './groups/list.ts'
import { deleteGroupMember, leaveGroup } from './groups/members-delete.ts'
import { listGroupMembers } from './groups/members-list.ts'
import { putGroupMember, putGroupMemberByEmail } from './groups/members-put.ts'
import { updateGroup } from './groups/update.ts'
import { deleteInvitation, resendInvitation } from './invitations/change.ts'
import { createInvitations } from './invitations/create.ts'
import { listInvitations } from './invitations/list.ts'
import { listJoinRequests } from './join-requests/list.ts'
import { answerJoinRequests } from './join-requests/put.ts'
import { deleteMachinePrincipal, putMachinePrincipal } from './machine-principals/change.ts'
import { createMachinePrincipal } from './machine-principals/create.ts'
import { listMachinePrincipals } from './machine-principals/list.ts'
import { changeMemberRoles } from './members/change-roles.ts'
import { deleteMembers } from './members/delete.ts'
import { listMembers } from './members/list.ts'
import { putMember } from './members/put.ts'
import { putProjectGroup } from './sharing/group.ts'
import { addProjectMembers } from './sharing/members-add.ts'
import { deleteProjectMember, leaveProject, updateProjectMember } from './sharing/members-change.ts'
import { listProjectMembers } from './sharing/members-list.ts'
import { putProjectOwnership } from './sharing/ownership.ts'
import {
  deleteProjectTeam,
  listProjectAssignableTeams,
  listProjectTeams,
  putProjectTeam,
} from './sharing/teams.ts'
import { createTeam } from './teams/create.ts'
import { deleteTeam } from './teams/delete.ts'
import { getTeam } from './teams/get.ts'
import { listTeams } from './teams/list.ts'
import { deleteTeamMember, leaveTeam } from './teams/members-delete.ts'
import { listTeamMembers } from './teams/members-list.ts'
import { putTeamMember } from './teams/members-put.ts'
import { updateTeam } from './teams/update.ts'

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
  listGroups,
  createGroup,
  getGroup,
  updateGroup,
  deleteGroup,
  listGroupMembers,
  putGroupMember,
  putGroupMemberByEmail,
  leaveGroup,
  deleteGroupMember,
  listGroupInvites,
  deleteGroupInvite,
  listGroupAssignableMembers,
  listTeams,
  createTeam,
  getTeam,
  updateTeam,
  deleteTeam,
  listTeamMembers,
  putTeamMember,
  leaveTeam,
  deleteTeamMember,
  listTeamAssignableMembers,
  listMachinePrincipals,
  createMachinePrincipal,
  putMachinePrincipal,
  deleteMachinePrincipal,
  listActivity,
  listProjectMembers,
  addProjectMembers,
  updateProjectMember,
  leaveProject,
  deleteProjectMember,
  listProjectAssignableMembers,
  listProjectTeams,
  putProjectTeam,
  deleteProjectTeam,
  listProjectAssignableTeams,
  putProjectGroup,
  putProjectOwnership,
]
