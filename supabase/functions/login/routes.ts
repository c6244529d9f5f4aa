import { createRouter, type Router } from '../_shared/http/router.ts'
import { accessToken, accessTokenForWorkspace } from './routes/auth/access-token.ts'
import { findWorkspaces } from './routes/auth/find-workspaces.ts'
import { login } from './routes/auth/login.ts'
import { logout } from './routes/auth/logout.ts'
import { changePassword } from './routes/auth/password.ts'
import { signupCode } from './routes/auth/signup-code.ts'
import { signupWorkspaceRoute } from './routes/auth/signup-workspace.ts'
import { hasEmail } from './routes/workspaces/has-email.ts'

/** The sign-in and sign-up calls. */
export function loginRoutes(): Router {
  const routes = createRouter()
  for (const add of [
    login,
    logout,
    accessToken,
    accessTokenForWorkspace,
    changePassword,
    signupCode,
    signupWorkspaceRoute,
    findWorkspaces,
    hasEmail,
  ]) {
    add(routes)
  }
  return routes
}
