import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useSession, useSite } from '../../shared/data/workspace.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { AcceptInvitePage } from './pages/AcceptInvitePage.tsx'
import { BasicLoginPage } from './pages/BasicLoginPage.tsx'
import { ConfirmLinkPage } from './pages/ConfirmLinkPage.tsx'
import { ConfirmMemberPage } from './pages/ConfirmMemberPage.tsx'
import { EmailPage } from './pages/EmailPage.tsx'
import { EmailSignupPage } from './pages/EmailSignupPage.tsx'
import { ForgotPasswordPage } from './pages/ForgotPasswordPage.tsx'
import { IntegrationsPage } from './pages/IntegrationsPage.tsx'
import { LoginPage } from './pages/LoginPage.tsx'
import { MyWorkspacesPage } from './pages/MyWorkspacesPage.tsx'
import { ResetPasswordPage } from './pages/ResetPasswordPage.tsx'
import { useReturnPath } from './return-path.ts'

/** The auth area. Links of mails work for everybody; the rest is for who is not signed in. */
export default function AuthRoutes() {
  return (
    <Routes>
      <Route path="accept-invite" element={<AcceptInvitePage />} />
      <Route path="confirm" element={<ConfirmLinkPage />} />
      <Route path="*" element={<SignInRoutes />} />
    </Routes>
  )
}

/** Whoever is signed in is led on to `r`, a path of this origin. */
function SignInRoutes() {
  const site = useSite()
  const session = useSession()
  const target = useReturnPath()
  if (session.status === 'loading') return <Spinner />
  if (site.kind !== 'workspace') return <BaseRoutes />
  if (session.status === 'signed-in') return <Navigate to={target} replace />
  return (
    <Routes>
      <Route index element={<IntegrationsPage />} />
      <Route path="email" element={<EmailPage />} />
      <Route path="email/login" element={<LoginPage />} />
      <Route path="email/signup" element={<EmailSignupPage />} />
      <Route path="ldap" element={<BasicLoginPage kind="ldap" />} />
      <Route path="bbdc" element={<BasicLoginPage kind="bitbucket_data_center" />} />
      <Route path="ads" element={<BasicLoginPage kind="azure_devops_server" />} />
      <Route path="confirm-workspace-member-email" element={<ConfirmMemberPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route path="*" element={<Navigate to={paths.auth(target)} replace />} />
    </Routes>
  )
}

/** Without a workspace a password can be reset; signing in begins with finding the workspace. */
function BaseRoutes() {
  const session = useSession()
  if (session.status === 'signed-in') return <MyWorkspacesPage />
  return (
    <Routes>
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route path="*" element={<Navigate to={paths.login} replace />} />
    </Routes>
  )
}
