import { createRouter, type Router } from '../_shared/http/router.ts'
import { accessToken, accessTokenForWorkspace } from './routes/auth/access-token.ts'
import { authenticationUrl } from './routes/auth/authentication-url.ts'
import { connect, disconnect } from './routes/auth/connect.ts'
import { pollDevice, startDevice } from './routes/auth/device.ts'
import { findWorkspaces } from './routes/auth/find-workspaces.ts'
import { login } from './routes/auth/login.ts'
import { logout } from './routes/auth/logout.ts'
import { changePassword } from './routes/auth/password.ts'
import { passwordCode, passwordReset } from './routes/auth/password-reset.ts'
import { samlAcs, samlMetadata } from './routes/auth/saml.ts'
import { signupCode } from './routes/auth/signup-code.ts'
import { emailSignup, emailSignupCode } from './routes/auth/signup-email.ts'
import { signupWorkspaceRoute } from './routes/auth/signup-workspace.ts'
import { unsubscribeRoute } from './routes/auth/unsubscribe.ts'
import { emailConfirm, memberCode, memberConfirm } from './routes/emails/confirm.ts'
import { acceptInvitation } from './routes/invitations/accept.ts'
import { declineInvitation } from './routes/invitations/decline.ts'
import { getInvitation } from './routes/invitations/get.ts'
import { readAgentDocument } from './routes/oauth/client.ts'
import { authorizationServer, protectedResource } from './routes/oauth/metadata.ts'
import { registerAgentRoute } from './routes/oauth/register.ts'
import { revokeAgentToken } from './routes/oauth/revoke.ts'
import { giveAgentToken } from './routes/oauth/token.ts'
import { deleteSession } from './routes/sessions/delete.ts'
import { deleteOtherSessions } from './routes/sessions/delete-others.ts'
import { listSessions } from './routes/sessions/list.ts'
import { hasEmail } from './routes/workspaces/has-email.ts'

/** The sign-in and sign-up calls. */
export function loginRoutes(): Router {
  const routes = createRouter()
  for (const add of [
    login,
    logout,
    accessToken,
    accessTokenForWorkspace,
    startDevice,
    pollDevice,
    protectedResource,
    authorizationServer,
    registerAgentRoute,
    readAgentDocument,
    giveAgentToken,
    revokeAgentToken,
    changePassword,
    signupCode,
    signupWorkspaceRoute,
    findWorkspaces,
    hasEmail,
    emailSignupCode,
    emailSignup,
    passwordCode,
    passwordReset,
    getInvitation,
    acceptInvitation,
    declineInvitation,
    emailConfirm,
    memberCode,
    memberConfirm,
    listSessions,
    deleteSession,
    deleteOtherSessions,
    unsubscribeRoute,
    authenticationUrl,
    samlMetadata,
    samlAcs,
    connect,
    disconnect,
  ]) {
    add(routes)
  }
  return routes
}
