import { revalidated } from '../_shared/http/revalidated.ts'
import { createRouter, type Router } from '../_shared/http/router.ts'
import { listActivity } from './routes/activity/list.ts'
import {
  listGroupAssignableMembers,
  listProjectAssignableMembers,
  listTeamAssignableMembers,
} from './routes/assignable-members/list.ts'
import { followAudit } from './routes/audit/list.ts'
import { createAuditToken } from './routes/audit/tokens-create.ts'
import { deleteAuditToken } from './routes/audit/tokens-delete.ts'
import { listAuditTokens } from './routes/audit/tokens-list.ts'
import { deleteAuditWebhook } from './routes/audit/webhook-delete.ts'
import { getAuditWebhook } from './routes/audit/webhook-get.ts'
import { resumeAuditWebhook } from './routes/audit/webhook-resume.ts'
import { setAuditWebhook } from './routes/audit/webhook-set.ts'
import { testAuditWebhook } from './routes/audit/webhook-test.ts'
import { deleteBranch } from './routes/branches/delete.ts'
import { getBranchFile } from './routes/branches/file.ts'
import { getBranch } from './routes/branches/get.ts'
import { importBranch } from './routes/branches/import.ts'
import { listBranches } from './routes/branches/list.ts'
import { unshareBranch } from './routes/branches/share-delete.ts'
import { getBranchShare } from './routes/branches/share-get.ts'
import { shareBranch } from './routes/branches/share-update.ts'
import { trackBranch } from './routes/branches/track.ts'
import { updateBranch } from './routes/branches/update.ts'
import { createCiToken } from './routes/ci-token/create.ts'
import { getCiToken } from './routes/ci-token/get.ts'
import { getCommitContent } from './routes/commits/content.ts'
import { createCommit } from './routes/commits/create.ts'
import { getCommit } from './routes/commits/get.ts'
import { listCommits } from './routes/commits/list.ts'
import { listContributors } from './routes/contributors/list.ts'
import { checkCustomDomain } from './routes/custom-domain/check.ts'
import { deleteCustomDomain } from './routes/custom-domain/delete.ts'
import { getCustomDomain } from './routes/custom-domain/get.ts'
import { createCustomDomain, updateCustomDomain } from './routes/custom-domain/set.ts'
import { getDocumentContent } from './routes/documents/content.ts'
import { getBranchDocument } from './routes/documents/open.ts'
import { domainAllowed } from './routes/domains/allowed.ts'
import { exportBranch } from './routes/export/get.ts'
import { getHostCredentials } from './routes/git-hosts/credentials-get.ts'
import { hostOauthUrl } from './routes/git-hosts/oauth-url.ts'
import { listHostOrganizations } from './routes/git-hosts/organizations-list.ts'
import { createHostRepository } from './routes/git-hosts/repositories-create.ts'
import { listHostRepositories } from './routes/git-hosts/repositories-list.ts'
import { answerStoplight } from './routes/graphql/create.ts'
import { createGroup } from './routes/groups/create.ts'
import { deleteGroup } from './routes/groups/delete.ts'
import { getGroup } from './routes/groups/get.ts'
import { deleteGroupInvite } from './routes/groups/invites-delete.ts'
import { listGroupInvites } from './routes/groups/invites-list.ts'
import { listGroups } from './routes/groups/list.ts'
import { putGroupMember, putGroupMemberByEmail } from './routes/groups/members-add.ts'
import { deleteGroupMember, leaveGroup } from './routes/groups/members-delete.ts'
import { listGroupMembers } from './routes/groups/members-list.ts'
import { updateGroup } from './routes/groups/update.ts'
import { batchImages } from './routes/images/batch.ts'
import { getImageByHash } from './routes/images/by-hash.ts'
import { addImage } from './routes/images/create.ts'
import { deleteImages } from './routes/images/delete.ts'
import { getImage } from './routes/images/get.ts'
import { createIntegration } from './routes/integrations/create.ts'
import { deleteIntegration } from './routes/integrations/delete.ts'
import { listIntegrations } from './routes/integrations/list.ts'
import { testIntegration } from './routes/integrations/test.ts'
import { updateIntegration } from './routes/integrations/update.ts'
import { createInvitations } from './routes/invitations/create.ts'
import { deleteInvitation } from './routes/invitations/delete.ts'
import { listInvitations } from './routes/invitations/list.ts'
import { resendInvitation } from './routes/invitations/resend.ts'
import { answerJoinRequests } from './routes/join-requests/answer.ts'
import { listJoinRequests } from './routes/join-requests/list.ts'
import { askAsAgent, askAsVisitor } from './routes/mcp/create.ts'
import { changeMemberRoles } from './routes/members/change-roles.ts'
import { deleteMembers } from './routes/members/delete.ts'
import { listMembers } from './routes/members/list.ts'
import { putMember } from './routes/members/update.ts'
import { createMigrations } from './routes/migrations/create.ts'
import { listLegacyProjects } from './routes/migrations/next-list.ts'
import { listExternalProjects } from './routes/migrations/projects-list.ts'
import { getNode } from './routes/nodes/get.ts'
import { searchNodes } from './routes/nodes/search.ts'
import { getTableOfContents } from './routes/nodes/table-of-contents.ts'
import { tryOperation } from './routes/nodes/try-it.ts'
import { getDescription } from './routes/openapi/get.ts'
import { createOverride } from './routes/overrides/create.ts'
import { getOverride } from './routes/overrides/get.ts'
import { listBranchOverrides, listProjectOverrides } from './routes/overrides/list.ts'
import { updateOverride } from './routes/overrides/update.ts'
import { listOverrideUpdates } from './routes/overrides/updates-list.ts'
import { createProject } from './routes/projects/create.ts'
import { deleteProject } from './routes/projects/delete.ts'
import { findProject } from './routes/projects/find.ts'
import { getProject } from './routes/projects/get.ts'
import { listProjects } from './routes/projects/list.ts'
import { pinProject } from './routes/projects/pin.ts'
import { unpinProject } from './routes/projects/unpin.ts'
import { updateProject } from './routes/projects/update.ts'
import { push } from './routes/push/create.ts'
import { askPush } from './routes/push/manifest.ts'
import { createRelease } from './routes/releases/create.ts'
import { getRelease } from './routes/releases/get.ts'
import { listReleases } from './routes/releases/list.ts'
import { listRepositoryBranches } from './routes/repository/branches-list.ts'
import { connectRepository } from './routes/repository/connect.ts'
import { getRepository } from './routes/repository/get.ts'
import { updateRepository } from './routes/repository/update.ts'
import { checkRuleset } from './routes/rulesets/check.ts'
import { exportRuleset } from './routes/rulesets/export.ts'
import { tryRuleset } from './routes/rulesets/try.ts'
import { scimResources } from './routes/scim/resources.ts'
import { scimService } from './routes/scim/service.ts'
import { createServiceAccount } from './routes/service-accounts/create.ts'
import { deleteServiceAccount } from './routes/service-accounts/delete.ts'
import { listServiceAccounts } from './routes/service-accounts/list.ts'
import { testServiceAccount } from './routes/service-accounts/test.ts'
import { updateServiceAccount } from './routes/service-accounts/update.ts'
import { listProjectAssignableTeams } from './routes/sharing/assignable-teams.ts'
import { putProjectGroup } from './routes/sharing/group-update.ts'
import { addProjectMembers } from './routes/sharing/members-add.ts'
import { deleteProjectMember, leaveProject } from './routes/sharing/members-delete.ts'
import { listProjectMembers } from './routes/sharing/members-list.ts'
import { updateProjectMember } from './routes/sharing/members-update.ts'
import { putProjectOwnership } from './routes/sharing/ownership-update.ts'
import { deleteProjectTeam } from './routes/sharing/teams-delete.ts'
import { listProjectTeams } from './routes/sharing/teams-list.ts'
import { putProjectTeam } from './routes/sharing/teams-update.ts'
import { getSpectralRuleset } from './routes/spectral/ruleset-get.ts'
import { updateSpectralToken } from './routes/spectral/token-update.ts'
import { getDefaultStyleGuides } from './routes/style-guides/defaults-get.ts'
import { setDefaultStyleGuide } from './routes/style-guides/defaults-set.ts'
import { disableStyleGuide } from './routes/style-guides/disable-projects.ts'
import { enableStyleGuide } from './routes/style-guides/enable-projects.ts'
import { getStyleGuides } from './routes/style-guides/get.ts'
import { getStyleGuideList } from './routes/style-guides/list.ts'
import { listStyleGuideRulesets } from './routes/style-guides/rulesets-list.ts'
import { updateStyleGuides } from './routes/style-guides/update.ts'
import { setStyleGuideVersion } from './routes/style-guides/version-set.ts'
import { listStyleGuideVersions } from './routes/style-guides/versions-list.ts'
import { getTask } from './routes/tasks/get.ts'
import { listTasks } from './routes/tasks/list.ts'
import { createTeam } from './routes/teams/create.ts'
import { deleteTeam } from './routes/teams/delete.ts'
import { getTeam } from './routes/teams/get.ts'
import { listTeams } from './routes/teams/list.ts'
import { deleteTeamMember, leaveTeam } from './routes/teams/members-delete.ts'
import { listTeamMembers } from './routes/teams/members-list.ts'
import { putTeamMember } from './routes/teams/members-update.ts'
import { updateTeam } from './routes/teams/update.ts'
import { traces } from './routes/traces/create.ts'
import { createUploads } from './routes/uploads/create.ts'
import { getMe } from './routes/users/me-get.ts'
import { updateMe } from './routes/users/me-update.ts'
import { listWebhookDeliveries } from './routes/webhook-deliveries/list.ts'
import { installWebhook, removeWebhook } from './routes/webhooks/install.ts'
import { receiveWebhooks } from './routes/webhooks/receive.ts'
import { downloadWorkspaceExport } from './routes/workspace-exports/get.ts'
import { createWorkspaceToken } from './routes/workspace-tokens/create.ts'
import { deleteWorkspaceToken } from './routes/workspace-tokens/delete.ts'
import { listWorkspaceTokens } from './routes/workspace-tokens/list.ts'
import { updateWorkspaceToken } from './routes/workspace-tokens/update.ts'
import { cancelWorkspaceDeletion } from './routes/workspaces/cancel-delete.ts'
import { deleteWorkspace } from './routes/workspaces/delete.ts'
import { listDrafts } from './routes/workspaces/drafts-list.ts'
import { fetchFile } from './routes/workspaces/fetch-file.ts'
import { getWorkspace } from './routes/workspaces/get.ts'
import { listWorkspaceItems } from './routes/workspaces/items-list.ts'
import { uploadPicture } from './routes/workspaces/pictures-create.ts'
import { getPicture } from './routes/workspaces/pictures-get.ts'
import { createRoadmapToken } from './routes/workspaces/roadmap-token.ts'
import { getWorkspaceState } from './routes/workspaces/state.ts'
import { getWorkspaceSummary } from './routes/workspaces/summary.ts'
import { updateWorkspace } from './routes/workspaces/update.ts'

/** The resources of /api/v1. */
export function apiRoutes(): Router {
  const routes = createRouter()
  // What readers of documentation ask for again and again.
  for (const path of ['/projects/:id/table-of-contents', '/projects/:id/nodes/:slug'])
    routes.use(path, revalidated)
  for (const add of [
    getWorkspace,
    uploadPicture,
    getPicture,
    updateWorkspace,
    getCustomDomain,
    createCustomDomain,
    updateCustomDomain,
    checkCustomDomain,
    deleteCustomDomain,
    domainAllowed,
    listProjects,
    createProject,
    fetchFile,
    listLegacyProjects,
    listExternalProjects,
    createMigrations,
    findProject,
    getProject,
    updateProject,
    deleteProject,
    pinProject,
    unpinProject,
    listBranches,
    getBranch,
    importBranch,
    trackBranch,
    updateBranch,
    deleteBranch,
    listCommits,
    getCommit,
    createCommit,
    listReleases,
    getRelease,
    createRelease,
    getBranchShare,
    shareBranch,
    unshareBranch,
    getCiToken,
    createCiToken,
    askPush,
    push,
    batchImages,
    addImage,
    answerStoplight,
    getRepository,
    listRepositoryBranches,
    updateRepository,
    connectRepository,
    listServiceAccounts,
    createServiceAccount,
    updateServiceAccount,
    deleteServiceAccount,
    listWebhookDeliveries,
    testServiceAccount,
    listContributors,
    hostOauthUrl,
    getHostCredentials,
    listHostOrganizations,
    listHostRepositories,
    createHostRepository,
    installWebhook,
    removeWebhook,
    receiveWebhooks,
    scimResources,
    scimService,
    getImage,
    getImageByHash,
    deleteImages,
    getStyleGuides,
    updateStyleGuides,
    getStyleGuideList,
    getDefaultStyleGuides,
    setDefaultStyleGuide,
    enableStyleGuide,
    disableStyleGuide,
    checkRuleset,
    exportRuleset,
    tryRuleset,
    listStyleGuideVersions,
    listStyleGuideRulesets,
    setStyleGuideVersion,
    updateSpectralToken,
    getSpectralRuleset,
    listOverrideUpdates,
    listProjectOverrides,
    createOverride,
    getOverride,
    updateOverride,
    listBranchOverrides,
    exportBranch,
    getBranchDocument,
    createUploads,
    getDocumentContent,
    getCommitContent,
    getBranchFile,
    getTableOfContents,
    getNode,
    tryOperation,
    searchNodes,
    listTasks,
    getTask,
    getMe,
    updateMe,
    getDescription,
    listIntegrations,
    createIntegration,
    updateIntegration,
    deleteIntegration,
    testIntegration,
    getWorkspaceState,
    createRoadmapToken,
    listWorkspaceItems,
    listDrafts,
    getWorkspaceSummary,
    deleteWorkspace,
    downloadWorkspaceExport,
    cancelWorkspaceDeletion,
    askAsAgent,
    askAsVisitor,
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
    listWorkspaceTokens,
    createWorkspaceToken,
    updateWorkspaceToken,
    deleteWorkspaceToken,
    listActivity,
    followAudit,
    listAuditTokens,
    createAuditToken,
    deleteAuditToken,
    getAuditWebhook,
    setAuditWebhook,
    deleteAuditWebhook,
    resumeAuditWebhook,
    testAuditWebhook,
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
    traces,
  ]) {
    add(routes)
  }
  return routes
}
