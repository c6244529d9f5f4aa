// The whole app at an address of the workspace Acme, with what its server answers.
import { graphAnswer } from '../shared/testing/graph.ts'
import { acme, ada, renderAt } from '../shared/testing/render.tsx'
import { type Answers, json, problem, tokenFor } from '../shared/testing/server.ts'
import { App } from './App.tsx'
import { ToastArea } from './ToastArea.tsx'

/** The request that renews a session. */
export const refresh = 'POST /api/v1/auth/access-token/d2s6Nw'

/** A workspace of which there is nothing to say. */
export const noState = {
  locked: false,
  is_closed_to_me: false,
  lock_at: null,
  lock_reason: null,
  owner_email: 'owner@acme.test',
  delete_at: null,
  idle_timeout_seconds: null,
}

/** What a viewer of the workspace is answered. */
export function viewersAnswers(): Answers {
  return {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    [refresh]: () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [{ role: 'viewer', permission: 'WorkspaceProjectsView' }],
    'POST /rest/v1/rpc/workspace_features': [],
    'POST /rest/v1/rpc/workspace_state': noState,
    'POST /rest/v1/rpc/login_integrations': [],
    'GET /rest/v1/workspaces': { home_content: null, allow_public_projects: true },
    'GraphQL GroupList': graphAnswer('groupsCollection', []),
    'GraphQL PinnedProjects': graphAnswer('projectPinsCollection', []),
    'GraphQL ProjectPage': graphAnswer('projectsCollection', []),
  }
}

/** The answer to who is not signed in. */
export const signedOut = () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided')

/** Opens the app at a path, with its toasts. */
export function open(path: string) {
  return renderAt(
    path,
    <>
      <App />
      <ToastArea />
    </>,
  )
}
