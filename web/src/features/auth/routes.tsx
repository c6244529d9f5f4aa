import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useSessionState, useSite } from '../../shared/data/workspace.tsx'
import { lazyAhead } from '../../shared/ui/lazy-ahead.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { useReturnPath } from './return-path.ts'

// A visit begins with one of these two: both are on their way while it is found out who comes, neither waits for the other.
const ways = lazyAhead<object>(() =>
  import('./pages/IntegrationsPage.tsx').then(({ IntegrationsPage }) => ({ default: IntegrationsPage })),
)
const form = lazyAhead<object>(() =>
  import('./pages/LoginPage.tsx').then(({ LoginPage }) => ({ default: LoginPage })),
)
ways.preload()
form.preload()

// What only some come to is not loaded for everybody.
const AcceptInvitePage = lazy(() =>
  import('./pages/AcceptInvitePage.tsx').then(({ AcceptInvitePage }) => ({ default: AcceptInvitePage })),
)
const DirectoryLoginPage = lazy(() =>
  import('./pages/DirectoryLoginPage.tsx').then(({ DirectoryLoginPage }) => ({
    default: DirectoryLoginPage,
  })),
)
const ConfirmLinkPage = lazy(() =>
  import('./pages/ConfirmLinkPage.tsx').then(({ ConfirmLinkPage }) => ({ default: ConfirmLinkPage })),
)
const ConfirmMemberPage = lazy(() =>
  import('./pages/ConfirmMemberPage.tsx').then(({ ConfirmMemberPage }) => ({ default: ConfirmMemberPage })),
)
const EmailPage = lazy(() =>
  import('./pages/EmailPage.tsx').then(({ EmailPage }) => ({ default: EmailPage })),
)
const EmailSignupPage = lazy(() =>
  import('./pages/EmailSignupPage.tsx').then(({ EmailSignupPage }) => ({ default: EmailSignupPage })),
)
const ForgotPasswordPage = lazy(() =>
  import('./pages/ForgotPasswordPage.tsx').then(({ ForgotPasswordPage }) => ({
    default: ForgotPasswordPage,
  })),
)
const MyWorkspacesPage = lazy(() =>
  import('./pages/MyWorkspacesPage.tsx').then(({ MyWorkspacesPage }) => ({ default: MyWorkspacesPage })),
)
const ResetPasswordPage = lazy(() =>
  import('./pages/ResetPasswordPage.tsx').then(({ ResetPasswordPage }) => ({ default: ResetPasswordPage })),
)

/** The auth area. Links of mails work for everybody; the rest is for who is not signed in. */
const providerPages = (
  <>
    <Route path="ldap" element={<DirectoryLoginPage kind="ldap" />} />
    <Route path="bbdc" element={<DirectoryLoginPage kind="bitbucket_data_center" />} />
    <Route path="ads" element={<DirectoryLoginPage kind="azure_devops_server" />} />
    <Route path="confirm-workspace-member-email" element={<ConfirmMemberPage />} />
  </>
)

export default function AuthRoutes() {
  return (
    <Suspense fallback={<Spinner />}>
      <Routes>
        <Route path="accept-invite" element={<AcceptInvitePage />} />
        <Route path="confirm" element={<ConfirmLinkPage />} />
        <Route path="*" element={<SignInRoutes />} />
      </Routes>
    </Suspense>
  )
}

/** Whoever is signed in is led on to `r`, a path of this origin. */
function SignInRoutes() {
  const site = useSite()
  const session = useSessionState()
  const target = useReturnPath()
  if (session.status === 'loading') return <Spinner />
  if (site.kind !== 'workspace') return <BaseRoutes />
  if (session.status === 'signed-in') return <Navigate to={target} replace />
  if (site.workspace.by_provider) return <ProviderRoutes target={target} />
  return (
    <Routes>
      <Route index element={<ways.Part />} />
      <Route path="email" element={<EmailPage />} />
      <Route path="email/login" element={<form.Part />} />
      <Route path="email/signup" element={<EmailSignupPage />} />
      {providerPages}
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route path="*" element={<Navigate to={paths.auth(target)} replace />} />
    </Routes>
  )
}

/** Where e-mail and password are switched off there is no form for them: the workspace's own ways in, and their codes. */
function ProviderRoutes({ target }: { target: string }) {
  return (
    <Routes>
      <Route index element={<ways.Part />} />
      {providerPages}
      <Route path="*" element={<Navigate to={paths.auth(target)} replace />} />
    </Routes>
  )
}

/** Without a workspace a password can be reset; signing in begins with finding the workspace. */
function BaseRoutes() {
  const session = useSessionState()
  if (session.status === 'signed-in') return <MyWorkspacesPage />
  return (
    <Routes>
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route path="*" element={<Navigate to={paths.login} replace />} />
    </Routes>
  )
}
