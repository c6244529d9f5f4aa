import { createRouter, type Router } from '../_shared/http/router.ts'
import { accessToken, accessTokenForWorkspace } from './routes/auth/access-token.ts'
import { authenticationUrl } from './routes/auth/authentication-url.ts'
import { connect, disconnect } from './routes/auth/connect.ts'
import { findWorkspaces } from './routes/auth/find-workspaces.ts'
import { host } from './routes/auth/host.ts'
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
import { invitation, invitationAccept, invitationDecline } from './routes/invitations/invitation.ts'
import { sessionEnd, sessions, sessionsEndOthers } from './routes/sessions/sessions.ts'
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
    host,
    emailSignupCode,
    emailSignup,
    passwordCode,
    passwordReset,
    invitation,
    invitationAccept,
    invitationDecline,
    emailConfirm,
    memberCode,
    memberConfirm,
    sessions,
    sessionEnd,
    sessionsEndOthers,
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
