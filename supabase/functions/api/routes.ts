import { createRouter, type Router } from '../_shared/http/router.ts'
import { getBranch } from './routes/branches/get.ts'
import { importBranch } from './routes/branches/import.ts'
import { listBranches } from './routes/branches/list.ts'
import { deleteIntegration, updateIntegration } from './routes/integrations/change.ts'
import { createIntegration } from './routes/integrations/create.ts'
import { listIntegrations } from './routes/integrations/list.ts'
import { testIntegration } from './routes/integrations/test.ts'
import { getNode } from './routes/nodes/get.ts'
import { searchNodes } from './routes/nodes/search.ts'
import { getTableOfContents } from './routes/nodes/table-of-contents.ts'
import { getDescription } from './routes/openapi/get.ts'
import { peopleRoutes } from './routes/people.ts'
import { createProject } from './routes/projects/create.ts'
import { deleteProject } from './routes/projects/delete.ts'
import { getProject } from './routes/projects/get.ts'
import { listProjects } from './routes/projects/list.ts'
import { pinProject, unpinProject } from './routes/projects/pin.ts'
import { updateProject } from './routes/projects/update.ts'
import { getTask } from './routes/tasks/get.ts'
import { listTasks } from './routes/tasks/list.ts'
import { traces } from './routes/traces.ts'
import { getMe } from './routes/users/me-get.ts'
import { updateMe } from './routes/users/me-update.ts'
import { getWorkspace } from './routes/workspaces/get.ts'
import { cancelWorkspaceDeletion, getWorkspaceState } from './routes/workspaces/state.ts'
import { getWorkspaceSummary } from './routes/workspaces/summary.ts'

/** The resources of /api/v1. */
export function apiRoutes(): Router {
  const routes = createRouter()
  for (const add of [
    getWorkspace,
    listProjects,
    createProject,
    getProject,
    updateProject,
    deleteProject,
    pinProject,
    unpinProject,
    listBranches,
    getBranch,
    importBranch,
    getTableOfContents,
    getNode,
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
    getWorkspaceSummary,
    cancelWorkspaceDeletion,
    ...peopleRoutes,
    traces,
  ]) {
    add(routes)
  }
  return routes
}
